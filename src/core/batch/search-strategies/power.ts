/**
 * `power`: powers of two.
 *
 * PyTorch Lightning's batch size finder in its default mode, `_run_power_scaling` in
 * src/lightning/pytorch/tuner/batch_size_scaling.py: from 2, times two after each success, halved after a failure.
 *
 * Its flaws:
 * - A power of two, as with `doubling`: more than half of the largest size. It starts from 2, one probe fewer.
 * - After its last trial it returns twice the size that ran (lightning#18426: 8 fits, 16 does not, the answer is 16).
 * - It runs past the data set: without end at first (lightning#3259: 67,108,864 for MNIST), later up to twice its length.
 * - When 2 fails and 1 passes it doubles again, into the size that has just failed. When 1 fails it tries 0.
 *
 * Here the answer has run, the last doubling ends at the upper bound, and a size that was refused is not tried again.
 */
import { doubleUntilRefused } from './double-until-refused.ts';
import { half, shrinkUntilFits } from './shrink-until-fits.ts';
import type { SearchStrategy } from './strategy.ts';

const FIRST_SIZE = 2;

export const power: SearchStrategy = function* ({ upperBound }) {
  const { passed, refused } = yield* doubleUntilRefused(FIRST_SIZE, upperBound);
  return passed > 0 ? passed : yield* shrinkUntilFits(half(refused), half);
};
