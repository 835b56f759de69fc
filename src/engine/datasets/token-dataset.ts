/**
 * A data set of documents: an example is a document as token ids and the number of its class. Every example has the same
 * number of time steps on the device: a shorter document is followed by padding, a longer one is cut at its end. Ids are
 * whole numbers, so they travel as int32 and are exact. `gather` writes the padding, over whatever the slice before has
 * left; it is stored nowhere.
 */
import type { Dataset, Split } from './dataset.ts';

export interface TokenDataset extends Dataset {
  /** Shape of one example: time steps. */
  readonly exampleShape: readonly [steps: number];
  /** Ids are 0 … vocabulary − 1, padding included: rows of the embedding. */
  readonly vocabulary: number;
  /** The id of the steps behind a document's end. */
  readonly paddingId: number;
  /** Name of each class, by its number. */
  readonly classes: readonly string[];

  /** The document of one example in words, without padding, for a person to read. */
  text(split: Split, index: number): string;

  /** Class number of one example. */
  label(split: Split, index: number): number;
}
