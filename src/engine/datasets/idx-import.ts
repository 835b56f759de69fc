import type { ImportedId } from '../../core/data/imported-data.ts';
import type { Split } from './dataset.ts';
import { concatenate } from './download.ts';
import { droppedFileFailure, problemOfIdx, unexpectedDroppedFile } from './dropped-file-failure.ts';
import type { DroppedFileKind } from './dropped-file-kind.ts';
import { type DroppedFileReading, openDroppedFile } from './dropped-file-stream.ts';
import { FASHION_MNIST_CLASSES } from './fashion-mnist.ts';
import { type ExpectedShape, type IdxArray, parseIdx, readIdxHeader } from './idx.ts';
import { holdOutLastTenth, type ImportedImages } from './imported-images.ts';
import { labelledImagesProblem } from './labelled-images.ts';
import { streamChunks } from './stream-chunks.ts';

type IdxFile = Extract<DroppedFileKind, { kind: 'idx' }>;

const SHAPES: Readonly<Record<IdxFile['content'], ExpectedShape>> = { images: [null, 28, 28], labels: [null] };

const CLASSES = 10;
const DIGITS = Array.from({ length: CLASSES }, (_, digit) => String(digit));

/** The labels with which the official training files begin: the two data sets have the same names, shapes and counts. */
const KNOWN_STARTS: readonly { readonly id: ImportedId; readonly labels: readonly number[] }[] = [
  { id: 'fashion-mnist', labels: [9, 0, 0, 3, 0, 2, 7, 2, 5, 5] },
  { id: 'mnist', labels: [5, 0, 4, 1, 9, 2, 1, 3, 1, 4] },
];

/**
 * Reads a data set of 28 × 28 grey images in ten classes from its IDX files: training images and labels, and those for
 * testing where they are given. Throws a FailureError that names the file; the signal's reason when it is aborted.
 */
export async function importIdxFiles(files: readonly IdxFile[], reading: DroppedFileReading): Promise<ImportedImages> {
  const [anyFile] = files;
  const train = pairOf(files, 'train');
  const test = pairOf(files, 'test');
  if (train === undefined) {
    throw unexpectedDroppedFile(anyFile?.file.name ?? '', 'training images and labels beside it', 'test files alone');
  }
  const trainSplit = await readPair(train, reading);
  const testSplit = test && (await readPair(test, reading));
  if (testSplit === undefined && trainSplit.labels.length < 2) {
    throw unexpectedDroppedFile(
      train.labels.file.name,
      'at least two examples, or test files beside it',
      'one example',
    );
  }
  const id = idOf(trainSplit.labels);
  return {
    id,
    exampleShape: [28, 28, 1],
    classes: id === 'fashion-mnist' ? FASHION_MNIST_CLASSES : DIGITS,
    parts: files.map(({ split, content }) => `${split} ${content}`).sort(),
    ...(testSplit
      ? ({ train: trainSplit, test: testSplit, testSource: 'own-file' } as const)
      : ({ ...holdOutLastTenth(trainSplit), testSource: 'held-out' } as const)),
  };
}

interface IdxPair {
  readonly images: IdxFile;
  readonly labels: IdxFile;
}

function pairOf(files: readonly IdxFile[], split: Split): IdxPair | undefined {
  const images = onlyFile(files, split, 'images');
  const labels = onlyFile(files, split, 'labels');
  if (images && labels) return { images, labels };
  const alone = images ?? labels;
  if (alone === undefined) return undefined;
  const missing = images ? 'labels' : 'images';
  throw unexpectedDroppedFile(alone.file.name, `the ${split} ${missing} beside it`, `${alone.content} alone`);
}

function onlyFile(files: readonly IdxFile[], split: Split, content: IdxFile['content']): IdxFile | undefined {
  const [first, second] = files.filter((file) => file.split === split && file.content === content);
  if (second) throw unexpectedDroppedFile(second.file.name, `one file of ${split} ${content}`, 'a second one');
  return first;
}

async function readPair({ images, labels }: IdxPair, reading: DroppedFileReading) {
  const imageArray = await readIdx(images, reading);
  const labelArray = await readIdx(labels, reading);
  const problem = labelledImagesProblem(imageArray, labelArray, CLASSES);
  if (problem) throw droppedFileFailure(labels.file.name, problem);
  return { images: imageArray.data, labels: labelArray.data };
}

/** Reads one file: not to its end when its header is that of another, and never past the bytes that it announces. */
async function readIdx({ file, content }: IdxFile, reading: DroppedFileReading): Promise<IdxArray> {
  const { stream } = await openDroppedFile(file, reading);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  let announcedBytes: number | undefined;
  for await (const chunk of streamChunks(stream)) {
    chunks.push(chunk);
    length += chunk.length;
    announcedBytes ??= announcedSize(concatenate(chunks, length), SHAPES[content]);
    if (announcedBytes !== undefined && length > announcedBytes) break;
  }
  const result = parseIdx(concatenate(chunks, length), SHAPES[content]);
  if (result.status !== 'parsed') throw droppedFileFailure(file.name, problemOfIdx(result));
  return result.array;
}

/** Bytes of the whole file, once its header is there; 0 where the header is that of another file. */
function announcedSize(start: Uint8Array<ArrayBuffer>, shape: ExpectedShape): number | undefined {
  const header = readIdxHeader(start);
  if (header.status === 'incomplete') return undefined;
  const { status } = parseIdx(start, shape);
  return header.status === 'not-idx' || status === 'wrong-dimensions' ? 0 : header.totalBytes;
}

function idOf(labels: Uint8Array): ImportedId {
  const known = KNOWN_STARTS.find((start) => start.labels.every((label, at) => labels[at] === label));
  return known?.id ?? 'idx-images';
}
