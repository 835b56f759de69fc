/** Where a race is drawn: sizes on a logarithmic axis, one below the other in the order asked. Pure. */
import { fits } from '../../core/batch/search-strategies/strategy.ts';
import type { RacedSize } from '../../protocol/race-progress.ts';
import type { RaceLane } from '../../protocol/race-standing.ts';

/** Pixels. */
export const LANE_HEIGHT = 72;
const MARGIN = 10;
/** Percent of the width left free on both sides, so that marks at the ends are whole. */
const SIDE = 4;
/** From this many marks on they are smaller. */
const CROWDED = 16;
/** Percent of the width that two ticks keep between them. */
const TICK_GAP = 12;

export interface LaneMark {
  /** Percent of the width. */
  readonly x: number;
  /** Pixels from the top. */
  readonly y: number;
  readonly kind: 'passed' | 'failed' | 'planned' | 'planned-failed';
  readonly size: RacedSize;
}

export interface LanePicture {
  readonly marks: readonly LaneMark[];
  /** Radius of a mark in pixels. */
  readonly radius: number;
  /** The try that gave the size found; undefined until the search has ended, and where it found none. */
  readonly found: LaneMark | undefined;
}

/** Place of a size, in percent of the width. */
export function sizePosition(size: number, upperBound: number): number {
  if (upperBound <= 1) return 50;
  return SIDE + ((100 - 2 * SIDE) * Math.log2(Math.max(1, size))) / Math.log2(upperBound);
}

export function lanePicture({ sizes, result }: RaceLane, upperBound: number): LanePicture {
  const stepPx = sizes.length > 1 ? (LANE_HEIGHT - 2 * MARGIN) / (sizes.length - 1) : 0;
  const marks = sizes.map(
    (size, index): LaneMark => ({
      x: sizePosition(size.microBatch, upperBound),
      y: sizes.length > 1 ? MARGIN + index * stepPx : LANE_HEIGHT / 2,
      kind: kindOf(size),
      size,
    }),
  );
  const found = result && marks.findLast(({ size, kind }) => kind === 'passed' && size.microBatch === result.capacity);
  return { marks, radius: sizes.length > CROWDED ? 2.5 : 4, found };
}

function kindOf(size: RacedSize): LaneMark['kind'] {
  if (size.how === 'planned') return fits(size) ? 'planned' : 'planned-failed';
  return fits(size) ? 'passed' : 'failed';
}

/** Powers of four up to the largest size, and that size itself; none so close to it that their labels meet. */
export function laneTicks(upperBound: number): number[] {
  const ticks: number[] = [];
  const end = sizePosition(upperBound, upperBound);
  for (let size = 1; size < upperBound; size *= 4) {
    if (end - sizePosition(size, upperBound) >= TICK_GAP) ticks.push(size);
  }
  return [...ticks, upperBound];
}
