/** Closing the gap between a size that passed and one that was refused. */
import { fits, type SearchSteps } from './strategy.ts';

/**
 * Halves the gap until nothing is left in it.
 *
 * @param passed a size that passed, or 0: no example at all always fits.
 * @param refused a larger size that was refused.
 * @returns the largest size that passed; the next one was refused.
 */
export function* bisectBetween(passed: number, refused: number): SearchSteps {
  let low = passed;
  let high = refused;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(yield middle)) low = middle;
    else high = middle;
  }
  return low;
}
