/**
 * Data that a person gives as files: dropped on the page or picked. Called in the worker, to which the page sends the
 * `File`s as they are.
 */
import { type Failure, FailureError } from '../../core/failures.ts';
import { importCifarArchive, importCifarBatches } from './cifar10-import.ts';
import type { DatasetStorage, StoredDataset } from './dataset-storage.ts';
import { READABLE_FILES, unexpectedDroppedFile } from './dropped-file-failure.ts';
import { type DroppedFileKind, droppedFileKind } from './dropped-file-kind.ts';
import type { DroppedFileReading } from './dropped-file-stream.ts';
import { importIdxFiles } from './idx-import.ts';
import type { ImportedImages } from './imported-images.ts';

export interface ImportProgress {
  readonly stage: 'reading' | 'keeping';
  /** Of the files while reading, of the decoded data while keeping. */
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export interface ImportOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
  readonly storage: DatasetStorage;
}

export interface ImportOutcome {
  readonly images: ImportedImages;
  /** Where the browser's storage refuses, the images can still be used until the page closes. */
  readonly keeping:
    | { readonly status: 'kept'; readonly entry: StoredDataset }
    | { readonly status: 'session-only'; readonly failure: Failure };
}

/**
 * Reads the data set that `files` are together: CIFAR-10's archive, or any of its .bin files with at least one for
 * training, or the IDX files of MNIST or Fashion-MNIST, plain or gzip; then keeps it in place of one of the same id.
 *
 * Without test files, the last tenth of the training examples becomes the test split (`testSource` says so).
 * Throws a FailureError that names the file, what was expected and what was found; the signal's reason when it is
 * aborted. Then nothing was kept, and a data set kept before is still there.
 */
export async function importFiles(
  files: readonly File[],
  { signal, onProgress, storage }: ImportOptions,
): Promise<ImportOutcome> {
  const kinds: DroppedFileKind[] = [];
  for (const file of files) kinds.push(await droppedFileKind(file, signal));
  let doneBytes = 0;
  const totalBytes = files.reduce((total, { size }) => total + size, 0);
  const images = await readImages(kinds, {
    signal,
    onBytes: (bytes) => {
      doneBytes += bytes;
      onProgress({ stage: 'reading', doneBytes, totalBytes });
    },
  });
  try {
    const entry = await storage.save(images, {
      signal,
      onProgress: (progress) => onProgress({ stage: 'keeping', ...progress }),
    });
    return { images, keeping: { status: 'kept', entry } };
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return { images, keeping: { status: 'session-only', failure: error.failure } };
  }
}

function readImages(kinds: readonly DroppedFileKind[], reading: DroppedFileReading): Promise<ImportedImages> {
  const [first, second] = kinds;
  if (first === undefined) throw unexpectedDroppedFile('An empty selection', READABLE_FILES, 'no file');
  const other = kinds.find(({ kind }) => kind !== first.kind);
  if (other) {
    throw unexpectedDroppedFile(other.file.name, `files of one kind, as ${first.file.name} is`, 'another kind');
  }
  switch (first.kind) {
    case 'cifar-archive':
      if (second) throw unexpectedDroppedFile(second.file.name, 'one archive', 'a second one');
      return importCifarArchive(first, reading);
    case 'cifar-batch':
      return importCifarBatches(
        kinds.filter((kind) => kind.kind === 'cifar-batch'),
        reading,
      );
    case 'idx':
      return importIdxFiles(
        kinds.filter((kind) => kind.kind === 'idx'),
        reading,
      );
    default:
      throw first satisfies never;
  }
}
