/**
 * `utilisation`: watch the share of memory in use, aim at 60 to 80 %, halve above, double below.
 *
 * The advice of the tutorial "How to adapt the GPU batch size during training" on geek-docs.com, which trains a ResNet on
 * CIFAR-10 beside `torch.cuda.memory_allocated()`. Its share is of the card; here it is of the budget, and the bytes are the peak.
 *
 * Its flaws:
 * - The band is narrower than the step. A size at 50 % doubles to 100 %, which halves to 50 %, for ever.
 * - It settles anywhere from 40 to 80 %: without fixed bytes, 40 to 80 % of the largest size.
 * - It takes memory for examples. Where parameters and optimizer alone fill over 80 %, it halves down to 1, whatever fits.
 *
 * Here the whole batch is tried first, since one slice beats any share. Each size then counts as too small or too large
 * once, so the search ends: with a size in the band; else with the largest tried below it; else with the smallest tried
 * above it that passed. A refused size is above the band.
 */
import { half } from './shrink-until-fits.ts';
import { fits, type SearchStrategy } from './strategy.ts';

/** The batch of the ResNet-50 workload on CIFAR-10. */
const FIRST_SIZE = 64;
const LEAST_SHARE = 0.6;
const MOST_SHARE = 0.8;

export const utilisation: SearchStrategy = function* ({ upperBound, budgetBytes }) {
  if (fits(yield upperBound)) return upperBound;
  let below = 0;
  let above = upperBound;
  let passedAbove = 0;
  let size = Math.min(FIRST_SIZE, half(upperBound));
  while (size > below && size < above) {
    const answer = yield size;
    const share = answer.peakBytes / budgetBytes;
    if (!fits(answer) || share > MOST_SHARE) {
      if (fits(answer)) passedAbove = size;
      above = size;
      size = half(size);
    } else if (share >= LEAST_SHARE) {
      return size;
    } else {
      below = size;
      size *= 2;
    }
  }
  return below > 0 ? below : passedAbove;
};
