/** What the sizes already tried say about the largest one that fits. */
import type { ConsideredSize } from '../program/plan-report.ts';

/** The open question of a search: `fits` has passed, `refused` has not, all between is unknown. */
export interface CapacityBracket {
  readonly fits: ConsideredSize;
  readonly refused: ConsideredSize;
  /** The size that was `fits` before; undefined where only one has passed. */
  readonly fitsBelow: ConsideredSize | undefined;
  /** Sizes between the first two that were answered alike, up to the last one: passes counted up, refusals down. */
  readonly streak: number;
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
 * How far predictions lean away from the end of the bracket that keeps moving: 1, 1, 2, 4, 8 … after 0, 1, 2, 3, 4 …
 * equal answers in a row. Peak bytes are affine only nearly, and plain predictions would creep along one end.
 */
export function leanOf(streak: number): number {
  return 2 ** Math.max(Math.abs(streak) - 1, 0);
}

/**
 * Peak bytes are close to affine in the size: fixed bytes, and bytes for each example.
 *
 * Between two sizes with known bytes the line interpolates; the distance of the end that stays put is divided by the
 * lean, which is the Illinois variant of regula falsi (Dowell and Jarratt, BIT 11, 1971). Where the refused size has no
 * bytes, because a limit ended its trace early, the line through two passed sizes extrapolates, but at most to twice the
 * larger one: a fit through two small sizes has predicted 253,731 elsewhere.
 */
function sizeByBytes({ fits, refused, fitsBelow, streak }: CapacityBracket, budgetBytes: number): number | undefined {
  const spareBytes = budgetBytes - fits.peakBytes;
  const overBytes = refused.peakBytes - budgetBytes;
  if (spareBytes < 0) return undefined;
  if (overBytes > 0) {
    const below = streak > 0 ? spareBytes * leanOf(streak) : spareBytes;
    const above = streak < 0 ? overBytes * leanOf(streak) : overBytes;
    const sizes = refused.microBatch - fits.microBatch;
    // Without a lean, one division of whole numbers below 2⁵³: exact where the true quotient is whole.
    return fits.microBatch + Math.floor((sizes * below) / (below + above));
  }
  if (refused.peakBytes > 0 || fitsBelow === undefined) return undefined;
  const bytesPerExample = (fits.peakBytes - fitsBelow.peakBytes) / (fits.microBatch - fitsBelow.microBatch);
  if (!(bytesPerExample > 0)) return undefined;
  return fits.microBatch + Math.min(Math.floor(spareBytes / bytesPerExample), fits.microBatch);
}

/** What a limit bounds grows in proportion to the size: the size at which the demand would be just allowed. */
function sizeByLimit({ refused }: CapacityBracket): number | undefined {
  if (refused.verdict.type !== 'over-limit') return undefined;
  const size = Math.floor((refused.microBatch * refused.verdict.allowed) / refused.verdict.asked);
  return Number.isFinite(size) ? size : undefined;
}
