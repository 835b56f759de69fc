/**
 * Examples for predicting the next token at every position: `TokenDataset`'s rules, but with a target and a weight for
 * each position in the place of one class.
 *
 * The loss is Σ w·ℓ / Σ w over the positions of the whole batch. Weights are 1 where there is something to predict and 0
 * behind the end of a document, so documents of different length accumulate right however the batch is cut; Σ w has to be
 * known before the first backward pass, and `weight` gives each example's share of it without gathering.
 */
import type { Split } from './dataset.ts';

export interface TokenPredictionDataset {
  readonly id: string;
  /** Examples in the training split. */
  readonly trainExamples: number;
  /** Examples in the test split. */
  readonly testExamples: number;
  /** Shape of one example, of its targets and of its weights: positions. */
  readonly exampleShape: readonly [positions: number];
  /** Ids are 0 … vocabulary − 1: rows of the embedding, and what the model chooses from. */
  readonly vocabulary: number;

  /**
   * Writes examples `indices[from]` … `indices[from + count − 1]` of `split` to the start of the staging arrays. Where an
   * example has ended, tokens and targets are 0 and the weight is 0. What lies behind stays as it is.
   * Throws RangeError when an index, the range or a staging array is too short: a bug in the caller.
   *
   * @param tokens at least `count` × positions, row-major // [count, T]
   * @param targets the token after each token // [count, T]
   * @param weights 1 or 0 // [count, T]
   */
  gather(
    split: Split,
    indices: Uint32Array,
    from: number,
    count: number,
    tokens: Int32Array,
    targets: Int32Array,
    weights: Float32Array,
  ): void;

  /** Σ w of one example: how many tokens it predicts, at least 1. */
  weight(split: Split, index: number): number;

  /** The tokens of one example as text, without the last target, for a person to read. */
  text(split: Split, index: number): string;
}
