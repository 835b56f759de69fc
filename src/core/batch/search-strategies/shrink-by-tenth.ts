/**
 * `shrink-by-tenth`: from the whole batch down, a tenth less at each failure.
 *
 * Hugging Face Accelerate's `find_executable_batch_size` in src/accelerate/utils/memory.py: int(size × 0.9), proposed in
 * accelerate PR #3650 because halving gives away up to half of the memory.
 *
 * It finds at least nine tenths of the largest size. Its flaws:
 * - One failure for each tenth: 25 of them from 256 down to 15 (accelerate PR #4160), 75 from 16,384 down to 1, each a real
 *   out-of-memory. It is the slowest of all where the batch is far larger than the memory, which is where a search is needed.
 * - It goes on to 0, "No executable batch size found, reached zero" (accelerate#1934), also where nothing ran for another reason.
 *
 * Here the smallest size is 1, and one that does not fit is known after nine probes.
 */
import { shrinkUntilFits } from './shrink-until-fits.ts';
import type { SearchStrategy } from './strategy.ts';

export const shrinkByTenth: SearchStrategy = ({ upperBound }) => shrinkUntilFits(upperBound, lessATenth);

/** Nine tenths, rounded down; in whole numbers, so that 10 becomes 9 on every machine. */
function lessATenth(size: number): number {
  return Math.floor((size * 9) / 10);
}
