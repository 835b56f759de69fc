import { type ByteImageSplit, type ByteImages, createByteImageDataset } from './byte-image-dataset.ts';
import { CIFAR_10_NORMALISATION } from './cifar10.ts';
import type { ImageDataset } from './dataset.ts';

/** The data sets that a person can give as files. `idx-images` is one in MNIST's format that is neither MNIST nor Fashion-MNIST. */
export const IMPORTED_IDS = ['cifar-10', 'fashion-mnist', 'mnist', 'idx-images'] as const;
export type ImportedId = (typeof IMPORTED_IDS)[number];

/** What people read. */
export const IMPORTED_TITLES: Readonly<Record<ImportedId, string>> = {
  'cifar-10': 'CIFAR-10',
  'fashion-mnist': 'Fashion-MNIST',
  mnist: 'MNIST',
  'idx-images': 'Images in MNIST’s format',
};

/** Where the test examples come from: from a file of their own, or the last tenth of the training examples, held out. */
export type TestSource = 'own-file' | 'held-out';

/** A data set read from files. Plain data: it can be sent to a worker and kept. */
export interface ImportedImages extends ByteImages {
  readonly id: ImportedId;
  /** What was read of the official files, in their order: "data_batch_1". */
  readonly parts: readonly string[];
  readonly testSource: TestSource;
}

/** The data set as training uses it: CIFAR-10 normalised by channel, the others as byte / 255. */
export function importedDataset(images: ImportedImages): ImageDataset {
  return createByteImageDataset(
    images.id === 'cifar-10' ? { ...images, normalisation: CIFAR_10_NORMALISATION } : images,
  );
}

/**
 * Training and test examples where no test file was given: the last tenth of the training examples, rounded up, is held
 * out, so that training never sees it. The two share the memory of `all`, which has at least two examples.
 */
export function holdOutLastTenth(all: ByteImageSplit): {
  readonly train: ByteImageSplit;
  readonly test: ByteImageSplit;
} {
  const examples = all.labels.length;
  const elementsPerExample = all.images.length / examples;
  const trainExamples = examples - Math.ceil(examples / 10);
  const part = (from: number, to: number): ByteImageSplit => ({
    images: all.images.subarray(from * elementsPerExample, to * elementsPerExample),
    labels: all.labels.subarray(from, to),
  });
  return { train: part(0, trainExamples), test: part(trainExamples, examples) };
}
