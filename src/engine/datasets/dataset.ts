/**
 * What a data set is.
 *
 * A data set is a fixed, numbered list of examples for training and another for testing. An example is an image of
 * `exampleShape` and the number of its class. Example 17 is example 17 for ever: shuffling, batches and slices are lists
 * of numbers made elsewhere (`batch-source.ts`), so a data set knows nothing of seeds, epochs or micro-batches.
 *
 * `gather` is the only way to the device. It writes the chosen examples one after another into staging arrays that the
 * caller owns and uses again for every slice: the host form of a micro-batch, ready for `queue.writeBuffer`. It is
 * called once a slice while the device waits, so it allocates nothing and is synchronous. A data set that is generated
 * or read from storage piece by piece fits behind the same method as long as it can answer at once.
 *
 * Who calls it: the trainer and the evaluator through a batch source, and the session for the preview of an example.
 * Nobody reads the bytes behind it, and a data set holds no device memory.
 */
export type Split = 'train' | 'test';

export interface Dataset {
  readonly id: string;
  /** Examples in the training split. */
  readonly trainExamples: number;
  /** Examples in the test split. */
  readonly testExamples: number;
  /** Shape of one example: height, width, channels. */
  readonly exampleShape: readonly number[];
  /** Name of each class, by its number. */
  readonly classes: readonly string[];

  /**
   * Writes examples `indices[from]` … `indices[from + count − 1]` of `split` to the start of the staging arrays, as
   * float32 between 0 and 1 and as class numbers. What lies behind them in the staging arrays stays as it is.
   * Throws RangeError when an index, the range or a staging array is too short: a bug in the caller.
   *
   * @param images at least `count` × elements of an example, row-major // [count, ...exampleShape]
   * @param labels at least `count` // [count]
   */
  gather(
    split: Split,
    indices: Uint32Array,
    from: number,
    count: number,
    images: Float32Array,
    labels: Int32Array,
  ): void;

  /** The stored bytes of one example, 0 to 255, as a copy that may be sent to the page. // [...exampleShape] */
  rawImage(split: Split, index: number): Uint8Array<ArrayBuffer>;

  /** Class number of one example. */
  label(split: Split, index: number): number;
}
