/**
 * `halving`: from the whole batch down, halved at each failure.
 *
 * MosaicML Composer's automatic micro-batching, `_adjust_device_train_microbatch_size` in composer/trainer/trainer.py.
 *
 * One probe where the batch fits, and few slices where it nearly does. Its flaws:
 * - It finds at least half of the largest size and often no more: of a batch of 4,096 it tries 4,096, 2,048, 1,024 …, and at a
 *   capacity of 2,047 it answers 1,024.
 * - Every probe but the last is a failure, and the first one asks for the most memory of all.
 *
 * Composer knows a failure by the text of its error, which differs between drivers (composer#3397). Here the probe says so.
 */
import { half, shrinkUntilFits } from './shrink-until-fits.ts';
import type { SearchStrategy } from './strategy.ts';

export const halving: SearchStrategy = ({ upperBound }) => shrinkUntilFits(upperBound, half);
