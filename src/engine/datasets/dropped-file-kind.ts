import { type Cifar10Batch, cifar10BatchOf } from './cifar10.ts';
import type { Split } from './dataset.ts';
import { READABLE_FILES, unexpectedDroppedFile } from './dropped-file-failure.ts';
import { droppedFileStart } from './dropped-file-stream.ts';
import { describeFileStart } from './file-signature.ts';
import { readIdxHeader } from './idx.ts';
import { isTarStart } from './tar-files.ts';

/** What a file given by a person is, by its name and its first bytes. */
export type DroppedFileKind =
  | { readonly kind: 'cifar-archive'; readonly file: File }
  | { readonly kind: 'cifar-batch'; readonly file: File; readonly batch: Cifar10Batch }
  | { readonly kind: 'idx'; readonly file: File; readonly split: Split; readonly content: 'images' | 'labels' };

/** Ranks of the two kinds of IDX files of a data set of images. */
const IDX_CONTENTS: Readonly<Record<number, 'images' | 'labels'>> = { 1: 'labels', 3: 'images' };

const FOREIGN_CIFAR_FILES: readonly { readonly pattern: RegExp; readonly found: string }[] = [
  { pattern: /cifar-?100/i, found: 'CIFAR-100' },
  { pattern: /cifar-10-(?:python|batches-py)/i, found: 'the Python version of CIFAR-10' },
  { pattern: /cifar-10-(?:matlab|batches-mat)/i, found: 'the MATLAB version of CIFAR-10' },
];

/** Another version of CIFAR than the binary CIFAR-10, told by a path, to follow "found". */
export function foreignCifarOf(path: string): string | undefined {
  return FOREIGN_CIFAR_FILES.find(({ pattern }) => pattern.test(path))?.found;
}

/**
 * Tells what `file` is. Throws a FailureError for every file that this page does not read, with what it found, and when
 * the file cannot be read; the signal's reason when it is aborted. Reads no more than the first chunks.
 */
export async function droppedFileKind(file: File, signal: AbortSignal): Promise<DroppedFileKind> {
  const start = await droppedFileStart(file, signal);
  // By its name, and first: a record of CIFAR-10 may begin as an IDX file does, and any bytes may be one.
  const batch = cifar10BatchOf(file.name);
  if (batch) {
    if (isForeign(start)) throw unexpectedDroppedFile(file.name, 'records of CIFAR-10', describeFileStart(start));
    return { kind: 'cifar-batch', file, batch };
  }
  if (isTarStart(start)) {
    const foreign = foreignCifarOf(file.name);
    if (foreign) throw unexpectedDroppedFile(file.name, 'the binary version of CIFAR-10', foreign);
    return { kind: 'cifar-archive', file };
  }
  const header = readIdxHeader(start);
  if (start.length === 0 || header.status !== 'header') {
    throw unexpectedDroppedFile(file.name, READABLE_FILES, describeFileStart(start));
  }
  const content = IDX_CONTENTS[header.shape.length];
  if (content === undefined) {
    throw unexpectedDroppedFile(
      file.name,
      'IDX with 3 dimensions (images) or 1 (labels)',
      `one with ${header.shape.length}`,
    );
  }
  const split = idxSplitOf(file.name);
  if (split === undefined) {
    throw unexpectedDroppedFile(
      file.name,
      'a name with “train”, “test” or “t10k” in it, as the official IDX files have',
      'none of them in the name',
    );
  }
  return { kind: 'idx', file, split, content };
}

function idxSplitOf(name: string): Split | undefined {
  if (/t10k|test/i.test(name)) return 'test';
  return /train/i.test(name) ? 'train' : undefined;
}

/** A record begins with its label, 0 to 9: a web page, an archive or a pickle does not. */
function isForeign(start: Uint8Array): boolean {
  const [label = 255] = start;
  return label > 9;
}
