import type { TrainingConfig } from './config/training-config.ts';

/**
 * The learning rate of one update. The schedule moves on per update, whatever the number of accumulation steps.
 *
 * - `constant`: `learningRate`, always.
 * - `warm-up`: a straight line up to `learningRate` over `warmUpUpdates` updates, then constant. The first update has
 *   learningRate / warmUpUpdates (not 0, which would waste it), the last one of the warm-up the full rate.
 * - `cosine`: the same warm-up, then half a cosine wave down: the first update after the warm-up has the full rate, and
 *   0 is reached at `totalUpdates`, just past the last update, so that no update runs at 0. That is PyTorch's
 *   `CosineAnnealingLR` with `eta_min` 0 and `T_max` = totalUpdates − warmUpUpdates; Loshchilov and Hutter,
 *   "SGDR: Stochastic Gradient Descent with Warm Restarts", 2017, equation 5, without restarts.
 *
 * @param update number of the update, from 0. Past the end, the cosine schedule stays at 0.
 * @param totalUpdates updates in the whole run; a warm-up at least that long is never finished.
 */
export function learningRateAt(
  config: Pick<TrainingConfig, 'learningRate' | 'schedule' | 'warmUpUpdates'>,
  update: number,
  totalUpdates: number,
): number {
  const { learningRate, schedule, warmUpUpdates } = config;
  if (schedule === 'constant') return learningRate;
  if (update < warmUpUpdates) return learningRate * ((update + 1) / warmUpUpdates);
  if (schedule === 'warm-up') return learningRate;
  schedule satisfies 'cosine';
  if (update >= totalUpdates) return 0;
  const progress = (update - warmUpUpdates) / (totalUpdates - warmUpUpdates);
  return learningRate * ((1 + Math.cos(Math.PI * progress)) / 2);
}
