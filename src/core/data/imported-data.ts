/** What is known about data sets that a person gives as files, without their images. */

/** The data sets that can be given. `idx-images` is one in MNIST's format that is neither MNIST nor Fashion-MNIST. */
export const IMPORTED_IDS = ['cifar-10', 'fashion-mnist', 'mnist', 'idx-images'] as const;
export type ImportedId = (typeof IMPORTED_IDS)[number];

/** Where the test examples come from: from a file of their own, or the last tenth of the training examples, held out. */
export type TestSource = 'own-file' | 'held-out';

export interface ImportedSummary {
  readonly id: ImportedId;
  readonly trainExamples: number;
  readonly testExamples: number;
  /** What was read of the official files, in their order: "data_batch_1". */
  readonly parts: readonly string[];
  readonly testSource: TestSource;
  /** Bytes of images and labels. */
  readonly byteLength: number;
}
