import { memo, useId, useMemo } from 'react';
import { formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import { SLICE_COLOR, type SliceState } from '../styles/kind-colors.ts';
import styles from './ribbon.module.css';
import { cellsPath, type RibbonBlock, type RibbonLayout, ribbonWidthPx } from './ribbon-layout.ts';
import { blockCells, type RibbonProgress } from './ribbon-progress.ts';

/** Room under the cells for the size of each slice. */
const LABEL_HEIGHT_PX = 18;
/** Narrowest block that has room for a number, and for a number with its state. */
const NUMBER_WIDTH_PX = 30;
const STATE_WIDTH_PX = 110;

export interface RibbonCellsProps {
  readonly layout: RibbonLayout;
  readonly progress: RibbonProgress;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The cells of a batch. Only the blocks whose state changed are drawn again. Its text alternative is its parent's. */
export function RibbonCells({ layout, progress, widthPx, heightPx }: RibbonCellsProps) {
  const hatch = useId();
  const hasLabels = layout.mode === 'slices';
  const fullHeightPx = heightPx + (hasLabels ? LABEL_HEIGHT_PX : 0);
  return (
    <svg
      className={styles.cells}
      width={Math.min(widthPx, ribbonWidthPx(layout) + 1)}
      height={fullHeightPx}
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="4" height="4" fill={SLICE_COLOR.running} fillOpacity="0.25" />
          <rect width="2" height="4" fill={SLICE_COLOR.running} />
        </pattern>
      </defs>
      {layout.blocks.map((block) => {
        const { done, running } = blockCells(block, layout.slicesPerCell, progress);
        return (
          <Block
            key={block.firstSlice}
            layout={layout}
            block={block}
            done={done}
            running={running}
            hatch={hatch}
            labelYPx={hasLabels ? heightPx + LABEL_HEIGHT_PX - 4 : 0}
          />
        );
      })}
    </svg>
  );
}

interface BlockProps {
  readonly layout: RibbonLayout;
  readonly block: RibbonBlock;
  readonly done: number;
  readonly running: number;
  readonly hatch: string;
  /** 0 for no label. */
  readonly labelYPx: number;
}

const Block = memo(function Block({ layout, block, done, running, hatch, labelYPx }: BlockProps) {
  const { terms, charts } = useStrings();
  const paths = useMemo(
    () => ({
      done: cellsPath(layout, block, 0, done),
      running: cellsPath(layout, block, done, done + running),
      waiting: cellsPath(layout, block, done + running, block.cells),
    }),
    [layout, block, done, running],
  );
  const state: SliceState = done === block.cells ? 'done' : running > 0 ? 'running' : 'waiting';
  const stateText = terms.sliceStates[state];
  const label = block.widthPx >= STATE_WIDTH_PX ? ` ${stateText}` : '';
  return (
    <g>
      {layout.mode === 'slices' && (
        <title>{charts.ribbon.sliceTitle(block.firstSlice + 1, formatInteger(block.examples), stateText)}</title>
      )}
      {paths.done && <path d={paths.done} fill={SLICE_COLOR.done} stroke={SLICE_COLOR.done} />}
      {paths.running && <path d={paths.running} fill={`url(#${hatch})`} stroke={SLICE_COLOR.running} />}
      {paths.waiting && <path d={paths.waiting} fill="transparent" stroke={SLICE_COLOR.waiting} />}
      {labelYPx > 0 && block.widthPx >= NUMBER_WIDTH_PX && (
        <text x={block.xPx} y={labelYPx} className={styles.sliceLabel}>
          <tspan className={styles.sliceSize}>{formatInteger(block.examples)}</tspan>
          {label}
        </text>
      )}
    </g>
  );
});
