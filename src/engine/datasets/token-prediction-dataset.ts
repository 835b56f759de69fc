/**
 * A data set for predicting the next token at every position: a label and a weight for each position in the place of one
 * class.
 *
 * The loss is Σ w·ℓ / Σ w over the positions of the whole batch. Weights are 1 where there is something to predict and 0
 * behind the end of a document, so documents of different length accumulate right however the batch is cut. Where an
 * example has ended, `gather` writes token and label 0 and weight 0.
 */
import type { Dataset, Split } from './dataset.ts';

export interface TokenPredictionDataset extends Dataset {
  /** Shape of one example, of its labels and of its weights: positions. */
  readonly exampleShape: readonly [positions: number];
  /** Ids are 0 … vocabulary − 1: rows of the embedding, and what the model chooses from. */
  readonly vocabulary: number;

  /** The tokens of one example as text, without the last target, for a person to read. */
  text(split: Split, index: number): string;
}
