import { SLICE_COLOR, type SliceState } from '../styles/kind-colors.ts';
import type { RibbonLayout } from './ribbon-layout.ts';

export interface CellPatternsProps {
  readonly layout: RibbonLayout;
  /** Start of the patterns' ids, unique on the page. */
  readonly id: string;
}

export function patternId(id: string, state: SliceState): string {
  return `${id}-${state}`;
}

/** One cell of each state, to fill areas with: solid when done, hatched while running, an outline while waiting. */
export function CellPatterns({ layout, id }: CellPatternsProps) {
  const { pitchXPx, pitchYPx, gapPx } = layout;
  const width = pitchXPx - gapPx;
  const height = pitchYPx - gapPx;
  const tile = { width: pitchXPx, height: pitchYPx, patternUnits: 'userSpaceOnUse' } as const;
  // Half a pixel inside, so that a line of one pixel fills whole pixels.
  const outline = { x: 0.5, y: 0.5, width: width - 1, height: height - 1 };
  return (
    <defs>
      <pattern id={patternId(id, 'done')} {...tile}>
        <rect width={width} height={height} fill={SLICE_COLOR.done} />
      </pattern>
      <pattern id={patternId(id, 'running')} {...tile}>
        <rect {...outline} fill={SLICE_COLOR.running} fillOpacity="0.25" stroke={SLICE_COLOR.running} />
        <path d={hatch(width, height)} stroke={SLICE_COLOR.running} strokeWidth="1.5" />
      </pattern>
      <pattern id={patternId(id, 'waiting')} {...tile}>
        <rect {...outline} fill="none" stroke={SLICE_COLOR.waiting} />
      </pattern>
    </defs>
  );
}

/** Parallel strokes from bottom left to top right, inside a rectangle at the origin. */
function hatch(width: number, height: number): string {
  const stepPx = 4;
  let path = '';
  for (let offset = stepPx; offset < width + height; offset += stepPx) {
    const x1 = Math.max(0, offset - height);
    const y1 = Math.min(height, offset);
    const x2 = Math.min(width, offset);
    const y2 = Math.max(0, offset - width);
    path += `M${x1} ${y1}L${x2} ${y2}`;
  }
  return path;
}
