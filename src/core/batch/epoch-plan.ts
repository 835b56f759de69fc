/** How a data set is cut into the batches of updates, epoch after epoch. Counts from 0 throughout. */
import type { TrainingConfig } from '../config/training-config.ts';

export interface EpochPlan {
  readonly trainExamples: number;
  /** Examples in a full batch: the batch asked for, at most the data set. */
  readonly batch: number;
  /** Examples in the last update of every epoch; equals `batch` where that divides the data set. */
  readonly lastBatch: number;
  readonly updatesPerEpoch: number;
  readonly totalUpdates: number;
}

/** Where one update stands in its epoch, and which examples it takes. */
export interface UpdatePosition {
  /** From 0. */
  readonly epoch: number;
  /** Position in the order of the epoch of the batch's first example. */
  readonly firstPosition: number;
  /** Examples in this update's batch. */
  readonly batch: number;
}

/**
 * Plans the updates of a run. Every example counts once an epoch: the last batch of an epoch is what is left, an update
 * of its own size; it is neither dropped nor filled up from the next epoch. A batch larger than the data set is the data set.
 *
 * @throws RangeError unless all numbers are positive and whole.
 */
export function planEpochs(
  trainExamples: number,
  config: Pick<TrainingConfig, 'batchSize' | 'lengthUnit' | 'length'>,
): EpochPlan {
  for (const [name, value] of Object.entries({ trainExamples, batchSize: config.batchSize, length: config.length })) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new RangeError(`${name} must be a positive whole number, got ${value}`);
    }
  }
  const batch = Math.min(config.batchSize, trainExamples);
  const updatesPerEpoch = Math.ceil(trainExamples / batch);
  return {
    trainExamples,
    batch,
    lastBatch: trainExamples - (updatesPerEpoch - 1) * batch,
    updatesPerEpoch,
    totalUpdates: config.lengthUnit === 'updates' ? config.length : config.length * updatesPerEpoch,
  };
}

/** The examples of update number `update`, from 0. Defined past `totalUpdates` too: epochs go on without end. */
export function updatePosition(plan: EpochPlan, update: number): UpdatePosition {
  const updateInEpoch = update % plan.updatesPerEpoch;
  return {
    epoch: Math.floor(update / plan.updatesPerEpoch),
    firstPosition: updateInEpoch * plan.batch,
    batch: updateInEpoch === plan.updatesPerEpoch - 1 ? plan.lastBatch : plan.batch,
  };
}
