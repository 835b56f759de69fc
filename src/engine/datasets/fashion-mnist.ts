import { createByteImageDataset } from './byte-image-dataset.ts';
import { unexpectedData } from './data-failure.ts';
import type { ImageDataset } from './dataset.ts';
import type { DownloadEnvironment, DownloadProgress } from './download.ts';
import type { IdxArray } from './idx.ts';
import { loadIdxFile } from './idx-file.ts';
import { labelledImagesProblem } from './labelled-images.ts';
import { sumProgress } from './sum-progress.ts';

export const FASHION_MNIST_CLASSES = [
  'T-shirt/top',
  'Trouser',
  'Pullover',
  'Dress',
  'Coat',
  'Sandal',
  'Shirt',
  'Sneaker',
  'Bag',
  'Ankle boot',
] as const;

const FILES = [
  { file: 'train-images-idx3-ubyte.gz', split: 'train', extents: [28, 28] },
  { file: 'train-labels-idx1-ubyte.gz', split: 'train', extents: [] },
  { file: 'test-images-idx3-ubyte.gz', split: 'test', extents: [28, 28] },
  { file: 'test-labels-idx1-ubyte.gz', split: 'test', extents: [] },
] as const;

export interface FashionMnistRequest {
  /** Address of the folder with the four files. */
  readonly baseUrl: string;
  /** Examples that each split must have: what the run was planned for. Any number where it is left out. */
  readonly examples?: { readonly train: number; readonly test: number };
  readonly signal: AbortSignal;
  readonly environment: DownloadEnvironment;
  /** Progress of the four files together. */
  readonly onProgress: (progress: DownloadProgress) => void;
}

/**
 * Loads Fashion-MNIST (Xiao, Rasul, Vollgraf, arXiv:1708.07747), or a part of it, from its four IDX files at once.
 * Throws a FailureError when a file is missing, cut short or not the one expected, has another number of examples than
 * asked for, and when images and labels disagree;
 * the other downloads then end too.
 */
export async function loadFashionMnist(request: FashionMnistRequest): Promise<ImageDataset> {
  const { signal, environment } = request;
  const progressOf = sumProgress(FILES.length, request.onProgress);
  const together = new AbortController();
  const folder = request.baseUrl.endsWith('/') ? request.baseUrl : `${request.baseUrl}/`;
  const load = ({ file, split, extents }: (typeof FILES)[number], position: number) =>
    loadIdxFile({
      url: `${folder}${file}`,
      file,
      shape: [request.examples?.[split] ?? null, ...extents],
      signal: AbortSignal.any([signal, together.signal]),
      environment,
      onProgress: progressOf(position),
    });
  const [trainImages, trainLabels, testImages, testLabels] = FILES;
  try {
    const [images, labels, heldOutImages, heldOutLabels] = await Promise.all([
      load(trainImages, 0),
      load(trainLabels, 1),
      load(testImages, 2),
      load(testLabels, 3),
    ]);
    return createByteImageDataset({
      id: 'fashion-mnist',
      exampleShape: [28, 28, 1],
      classes: FASHION_MNIST_CLASSES,
      train: checkedSplit(images, labels, trainLabels.file),
      test: checkedSplit(heldOutImages, heldOutLabels, testLabels.file),
    });
  } finally {
    together.abort();
  }
}

function checkedSplit(images: IdxArray, labels: IdxArray, labelsFile: string) {
  const problem = labelledImagesProblem(images, labels, FASHION_MNIST_CLASSES.length);
  if (problem) throw unexpectedData(labelsFile, problem.expected, problem.found);
  return { images: images.data, labels: labels.data };
}
