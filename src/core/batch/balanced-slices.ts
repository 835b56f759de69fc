/** How a batch is cut into slices: as few as the capacity allows, and all of them nearly equal. */
import type { SliceGroup } from '../program/plan-report.ts';

/**
 * Number of slices, and so of forward and backward passes, of one update: k = ceil(batch / capacity).
 *
 * @throws RangeError unless both are positive whole numbers.
 */
export function accumulationSteps(batch: number, capacity: number): number {
  requirePositiveInteger('batch', batch);
  requirePositiveInteger('capacity', capacity);
  return Math.ceil(batch / capacity);
}

/**
 * Cuts `batch` examples into k = ceil(batch / capacity) slices whose sizes differ by at most one, larger ones first.
 *
 * Filling every slice but the last needs as many slices and a higher peak: 4,096 at capacity 1,000 is
 * 820 + 4 × 819 here, not 4 × 1,000 + 96. At most two sizes occur, so at most two programs are compiled.
 *
 * @returns one or two groups: [{ size: 820, count: 1 }, { size: 819, count: 4 }].
 * @throws RangeError unless both are positive whole numbers.
 */
export function balancedSlices(batch: number, capacity: number): SliceGroup[] {
  const steps = accumulationSteps(batch, capacity);
  const smallerSize = Math.floor(batch / steps);
  const largerCount = batch % steps;
  const smaller = { size: smallerSize, count: steps - largerCount };
  return largerCount === 0 ? [smaller] : [{ size: smallerSize + 1, count: largerCount }, smaller];
}

/** The size of every slice, in the order in which they run. */
export function sliceSizes(groups: readonly SliceGroup[]): number[] {
  return groups.flatMap(({ size, count }) => Array.from({ length: count }, () => size));
}

function requirePositiveInteger(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new RangeError(`${name} must be a positive whole number, got ${value}`);
  }
}
