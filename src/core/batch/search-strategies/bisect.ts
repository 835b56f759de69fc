/**
 * `bisect`: powers of two, then a binary search between the last success and the first failure.
 *
 * PyTorch Lightning's batch size finder in mode `binsearch`, `_run_binary_scaling` in
 * src/lightning/pytorch/tuner/batch_size_scaling.py.
 *
 * It finds the largest size. Its flaws:
 * - About twice the probes of `power`, and about half of those in the last octave fail: each a real out-of-memory.
 * - It fills the memory to the brim, and training then fails at the size found (lightning#20231, #21154).
 * - It takes for granted that 1 fits, and can return it without having run it.
 *
 * Here 1 is tried like any other size. Room to spare is the headroom, which the budget has already lost.
 */
import { bisectBetween } from './bisect-between.ts';
import { doubleUntilRefused } from './double-until-refused.ts';
import type { SearchStrategy } from './strategy.ts';

const FIRST_SIZE = 2;

export const bisect: SearchStrategy = function* ({ upperBound }) {
  const { passed, refused } = yield* doubleUntilRefused(FIRST_SIZE, upperBound);
  return yield* bisectBetween(passed, refused);
};
