import { type EpochPlan, updatePosition } from '../../core/batch/epoch-plan.ts';
import { batchWeightSum, shareWeights } from '../../core/batch/loss-weights.ts';
import { shuffledIndices } from '../../core/prng.ts';
import type { Dataset } from './dataset.ts';
import type { SliceStaging } from './slice-staging.ts';

export interface BatchSourceOptions {
  readonly dataset: Dataset;
  /** 0 to 2^32 − 1. */
  readonly seed: number;
  /** How the data set is cut into batches. */
  readonly epochs: EpochPlan;
}

/** The training examples of one update, in order. Stays valid when other batches are asked for. */
export interface Batch {
  /** From 0. */
  readonly epoch: number;
  /** Numbers of the examples, as many as the batch has. */
  readonly indices: Uint32Array;
  /**
   * Writes the slice [first, first + count) of the batch to the start of the staging arrays, as `Dataset.gather` does, with
   * weights divided by the whole batch's. Throws RangeError when the slice leaves the batch.
   */
  gather(first: number, count: number, staging: SliceStaging): void;
}

/**
 * Which examples make which batch. The order of an epoch depends on the seed and on the epoch alone: neither the size of
 * the slices nor what was asked before changes it, and every example is used once an epoch.
 */
export interface BatchSource {
  /** The batch of an update, numbered from 0 and running on through the epochs. */
  batchOfUpdate(update: number): Batch;
}

/** Throws RangeError when `epochs` was planned for another number of examples. */
export function createBatchSource({ dataset, seed, epochs }: BatchSourceOptions): BatchSource {
  const { trainExamples, targetsPerExample } = dataset;
  if (epochs.trainExamples !== trainExamples) {
    throw new RangeError(`Epochs of ${epochs.trainExamples} examples do not fit a data set of ${trainExamples}`);
  }
  let shuffled: { readonly epoch: number; readonly order: Uint32Array } | undefined;
  let latest: { readonly update: number; readonly batch: Batch } | undefined;

  const orderOf = (epoch: number): Uint32Array => {
    if (shuffled?.epoch !== epoch) shuffled = { epoch, order: shuffledIndices(trainExamples, seed, epoch) };
    return shuffled.order;
  };

  const makeBatch = (update: number): Batch => {
    const { epoch, firstPosition, batch } = updatePosition(epochs, update);
    const indices = orderOf(epoch).subarray(firstPosition, firstPosition + batch);
    const weightSum = batchWeightSum(Array.from(indices, (index) => dataset.weight('train', index)));
    return {
      epoch,
      indices,
      gather(first, count, staging) {
        if (first < 0 || count < 0 || first + count > indices.length) {
          throw new RangeError(`Slice ${first} to ${first + count} leaves the batch of ${indices.length}`);
        }
        dataset.gather('train', indices, first, count, staging);
        shareWeights(staging.weights, count * targetsPerExample, weightSum);
      },
    };
  };

  return {
    batchOfUpdate(update) {
      if (!Number.isInteger(update) || update < 0) throw new RangeError(`Updates count from 0, not ${update}`);
      if (latest?.update !== update) latest = { update, batch: makeBatch(update) };
      return latest.batch;
    },
  };
}
