import { shuffledIndices } from '../../core/prng.ts';
import type { Dataset } from './dataset.ts';

export interface BatchSourceOptions {
  readonly dataset: Dataset;
  /** 0 to 2^32 − 1. */
  readonly seed: number;
  /** Examples of a batch, at least 1; the last batch of an epoch holds what is left. */
  readonly batchSize: number;
}

/** The training examples of one update, in order. Stays valid when other batches are asked for. */
export interface Batch {
  /** From 0. */
  readonly epoch: number;
  /** Position of the batch in its epoch, from 0. */
  readonly position: number;
  /** Numbers of the examples, as many as the batch has. */
  readonly indices: Uint32Array;
  /**
   * Writes the slice [first, first + count) of the batch to the start of the staging arrays, as `Dataset.gather` does.
   * Throws RangeError when the slice leaves the batch.
   */
  gather(first: number, count: number, images: Float32Array, labels: Int32Array): void;
}

/**
 * Which examples make which batch. The order of an epoch depends on the seed and on the epoch alone: neither the size of
 * the slices nor what was asked before changes it, and every example is used once an epoch.
 */
export interface BatchSource {
  readonly updatesPerEpoch: number;
  /** The batch at `position` of `epoch`, both from 0. Throws RangeError outside the epoch. */
  batchAt(epoch: number, position: number): Batch;
  /** The batch of an update, numbered from 1 and running on through the epochs. */
  batchOfUpdate(update: number): Batch;
}

export function createBatchSource({ dataset, seed, batchSize }: BatchSourceOptions): BatchSource {
  if (!Number.isInteger(batchSize) || batchSize < 1)
    throw new RangeError(`A batch has 1 example or more, not ${batchSize}`);
  const { trainExamples } = dataset;
  const updatesPerEpoch = Math.ceil(trainExamples / batchSize);
  let shuffled: { readonly epoch: number; readonly order: Uint32Array } | undefined;

  const orderOf = (epoch: number): Uint32Array => {
    if (shuffled?.epoch !== epoch) shuffled = { epoch, order: shuffledIndices(trainExamples, seed, epoch) };
    return shuffled.order;
  };

  const batchAt = (epoch: number, position: number): Batch => {
    if (!(epoch >= 0 && position >= 0 && position < updatesPerEpoch)) {
      throw new RangeError(`No batch at position ${position} of epoch ${epoch}: an epoch has ${updatesPerEpoch}`);
    }
    const start = position * batchSize;
    const indices = orderOf(epoch).subarray(start, start + batchSize);
    return {
      epoch,
      position,
      indices,
      gather(first, count, images, labels) {
        if (first < 0 || count < 0 || first + count > indices.length) {
          throw new RangeError(`Slice ${first} to ${first + count} leaves the batch of ${indices.length}`);
        }
        dataset.gather('train', indices, first, count, images, labels);
      },
    };
  };

  return {
    updatesPerEpoch,
    batchAt,
    batchOfUpdate: (update) => batchAt(Math.floor((update - 1) / updatesPerEpoch), (update - 1) % updatesPerEpoch),
  };
}
