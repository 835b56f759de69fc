import type { SliceGroup } from '../../core/program/plan-report.ts';
import { formatInteger } from '../strings/format.ts';

/** Slices that are written out one by one; more are written as count × size. */
const MOST_WRITTEN_OUT = 4;

/**
 * Sizes of the slices as a sum: [{171, 2}, {170, 1}] → "171 + 171 + 170"; many → "20 × 409 + 12 × 408".
 * Undefined where there is but one slice and nothing to add up.
 */
export function slicesText(slices: readonly SliceGroup[]): string | undefined {
  const total = slices.reduce((sum, { count }) => sum + count, 0);
  if (total <= 1) return undefined;
  const terms =
    total <= MOST_WRITTEN_OUT
      ? slices.flatMap(({ size, count }) => Array<string>(count).fill(formatInteger(size)))
      : slices.map(({ size, count }) =>
          count === 1 ? formatInteger(size) : `${formatInteger(count)} × ${formatInteger(size)}`,
        );
  return terms.join(' + ');
}
