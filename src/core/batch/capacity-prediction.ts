/** What the sizes already tried say about the largest one that fits. */
import type { ConsideredSize } from '../program/plan-report.ts';

/** The open question of a search: `fits` has passed, `refused` has not, all between is unknown. */
export interface CapacityBracket {
  readonly fits: ConsideredSize;
  readonly refused: ConsideredSize;
  /** The largest size smaller than `fits` that has passed too; undefined where there is none. */
  readonly fitsBelow: ConsideredSize | undefined;
}

/**
 * The largest size that should fit, from the evidence alone: where the straight line through known bytes meets the
 * budget, and where a limit that was exceeded would be met exactly; the smaller of the two where both speak.
 *
 * @returns a size from `fits` to just below `refused`; undefined where the evidence says nothing or contradicts the bracket.
 */
export function predictCapacity(bracket: CapacityBracket, budgetBytes: number): number | undefined {
  const isWithin = (size: number | undefined): size is number =>
    size !== undefined && size >= bracket.fits.microBatch && size < bracket.refused.microBatch;
  const predictions = [sizeByBytes(bracket, budgetBytes), sizeByLimit(bracket)].filter(isWithin);
  return predictions.length === 0 ? undefined : Math.min(...predictions);
}

/**
 * Peak bytes are close to affine in the size: fixed bytes, and bytes for each example. Between two known ends the line
 * interpolates. Where the refused size has no bytes (a limit ended its trace early) the line through two passed sizes
 * extrapolates, but at most to twice the larger one: a fit from two small sizes has predicted 253,731 elsewhere.
 */
function sizeByBytes({ fits, refused, fitsBelow }: CapacityBracket, budgetBytes: number): number | undefined {
  if (refused.peakBytes > budgetBytes) return sizeOnLine(fits, refused, budgetBytes);
  if (refused.peakBytes > 0 || fitsBelow === undefined) return undefined;
  const size = sizeOnLine(fitsBelow, fits, budgetBytes);
  return size === undefined ? undefined : Math.min(size, 2 * fits.microBatch);
}

/** The size at which the line through `smaller` and `larger` reaches `budgetBytes`; undefined for a line that does not rise. */
function sizeOnLine(smaller: ConsideredSize, larger: ConsideredSize, budgetBytes: number): number | undefined {
  const riseBytes = larger.peakBytes - smaller.peakBytes;
  const sizes = larger.microBatch - smaller.microBatch;
  if (!(riseBytes > 0)) return undefined;
  // One division of whole numbers below 2⁵³: exact where the true quotient is whole.
  return smaller.microBatch + Math.floor(((budgetBytes - smaller.peakBytes) * sizes) / riseBytes);
}

/** What a limit bounds grows in proportion to the size: the size at which the demand would be just allowed. */
function sizeByLimit({ refused }: CapacityBracket): number | undefined {
  if (refused.verdict.type !== 'over-limit') return undefined;
  const size = Math.floor((refused.microBatch * refused.verdict.allowed) / refused.verdict.asked);
  return Number.isFinite(size) ? size : undefined;
}
