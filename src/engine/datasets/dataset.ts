/**
 * What a data set is.
 *
 * A data set is a fixed, numbered list of examples for training and another for testing. An example is an image or a
 * sequence of tokens, with one label (its class) or one for each of its tokens (the next one). Example 17 is example 17 for
 * ever: shuffling, batches and slices are lists of numbers made elsewhere (`batch-source.ts`), so a data set knows nothing
 * of seeds, epochs or micro-batches.
 *
 * `gather` is the only way to the device. It writes the chosen examples one after another into staging arrays that the
 * caller owns and uses again for every slice: the host form of a micro-batch, ready for `queue.writeBuffer`. It is
 * called once a slice while the device waits, so it is synchronous and allocates nothing that grows with the slice. A data
 * set that is generated or read from storage piece by piece fits behind the same method as long as it can answer at once.
 *
 * Who calls it: the trainer through a batch source, and the evaluator. Nobody reads the bytes behind it, and a data set
 * holds no device memory.
 */
import type { SliceStaging } from './slice-staging.ts';

export type Split = 'train' | 'test';

export interface Dataset {
  readonly id: string;
  /** Examples in the training split. */
  readonly trainExamples: number;
  /** Examples in the test split. */
  readonly testExamples: number;
  /** Shape of one example: height, width, channels of an image; time steps of tokens. */
  readonly exampleShape: readonly number[];
  /** Labels and weights of one example. */
  readonly targetsPerExample: number;

  /**
   * Writes examples `indices[from]` … `indices[from + count − 1]` of `split` to the start of the staging arrays: images as
   * `values`, tokens as `tokens`; labels as class numbers; weights not yet divided by anything.
   * Throws RangeError when an index, the range or a staging array is too short: a bug in the caller.
   */
  gather(split: Split, indices: Uint32Array, from: number, count: number, staging: SliceStaging): void;

  /** The same examples cut to another shape, where a workload may ask for one. Shares what it holds. */
  cutTo?(exampleShape: readonly number[]): Dataset;

  /** Σ of one example's weights, more than 0, without gathering it. */
  weight(split: Split, index: number): number;
}

/** Images with one class each, which counts 1. */
export interface ImageDataset extends Dataset {
  /** Name of each class, by its number. */
  readonly classes: readonly string[];

  /** The stored bytes of one example, 0 to 255, as a copy that may be sent to the page. // [...exampleShape] */
  rawImage(split: Split, index: number): Uint8Array<ArrayBuffer>;

  /** Class number of one example. */
  label(split: Split, index: number): number;
}
