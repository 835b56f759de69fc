/**
 * What a data set of tokens is: `Dataset`'s rules, for examples that are sequences of whole numbers.
 *
 * A fixed, numbered list of examples for training and another for testing; an example is a document as token ids and the
 * number of its class. Every example has the same number of time steps on the device: a shorter document is followed by
 * padding, a longer one is cut at its end. Ids are whole numbers, so they travel as int32 and are exact.
 *
 * As there, `gather` is the only way to the device: synchronous, into staging arrays that the caller owns and uses again.
 * Padding is written by `gather`, over whatever the slice before has left, and stored nowhere.
 */
import type { Split } from './dataset.ts';

export interface TokenDataset {
  readonly id: string;
  /** Examples in the training split. */
  readonly trainExamples: number;
  /** Examples in the test split. */
  readonly testExamples: number;
  /** Shape of one example: time steps. */
  readonly exampleShape: readonly [steps: number];
  /** Ids are 0 … vocabulary − 1, padding included: rows of the embedding. */
  readonly vocabulary: number;
  /** The id of the steps behind a document's end. */
  readonly paddingId: number;
  /** Name of each class, by its number. */
  readonly classes: readonly string[];

  /**
   * Writes examples `indices[from]` … `indices[from + count − 1]` of `split` to the start of the staging arrays, padded.
   * What lies behind them in the staging arrays stays as it is.
   * Throws RangeError when an index, the range or a staging array is too short: a bug in the caller.
   *
   * @param tokens at least `count` × time steps, row-major // [count, T]
   * @param labels at least `count` // [count]
   */
  gather(split: Split, indices: Uint32Array, from: number, count: number, tokens: Int32Array, labels: Int32Array): void;

  /** The document of one example in words, without padding, for a person to read. */
  text(split: Split, index: number): string;

  /** Class number of one example. */
  label(split: Split, index: number): number;
}
