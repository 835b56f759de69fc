import type { ImportedId, TestSource } from '../../core/data/imported-data.ts';
import { type ByteImageSplit, type ByteImages, createByteImageDataset } from './byte-image-dataset.ts';
import { CIFAR_10_NORMALIZATION } from './cifar10.ts';
import type { ImageDataset } from './dataset.ts';

/** What people read. */
export const IMPORTED_TITLES: Readonly<Record<ImportedId, string>> = {
  'cifar-10': 'CIFAR-10',
  'fashion-mnist': 'Fashion-MNIST',
  mnist: 'MNIST',
  'idx-images': 'Images in MNIST’s format',
};

/** A data set read from files. Plain data: it can be sent to a worker and kept. */
export interface ImportedImages extends ByteImages {
  readonly id: ImportedId;
  /** What was read of the official files, in their order: "data_batch_1". */
  readonly parts: readonly string[];
  readonly testSource: TestSource;
}

/** Bytes of images and labels. */
export function byteLengthOf({ train, test }: ImportedImages): number {
  return train.images.length + train.labels.length + test.images.length + test.labels.length;
}

/** The data set as training uses it: CIFAR-10 normalised by channel, the others as byte / 255. */
export function importedDataset(images: ImportedImages): ImageDataset {
  return createByteImageDataset(
    images.id === 'cifar-10' ? { ...images, normalization: CIFAR_10_NORMALIZATION } : images,
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
