import type { ImportedData, ImportProgress } from '../protocol/data-report.ts';
import type { DatasetStorage } from './datasets/dataset-storage.ts';
import { importFiles } from './datasets/dropped-files.ts';
import { byteLengthOf, type ImportedImages } from './datasets/imported-images.ts';
import { failureOfError } from './failure-of-error.ts';

/** Progress events of a stage are this far apart, at least. */
const PROGRESS_MS = 100;

export interface FileImportEnvironment {
  readonly storage: DatasetStorage;
  readonly now: () => number;
  /** Hears of everything but the success, which is told when the data is in use. */
  readonly emit: (progress: ImportProgress) => void;
}

export interface FileImportOutcome {
  readonly data: ImportedData;
  readonly images: ImportedImages;
}

/** One import of files that a person gave, from the first byte to its place in the storage. Can be cancelled. */
export class FileImport {
  /** Resolves when nothing of this import runs any more. */
  readonly ended: Promise<void>;
  readonly #files: readonly File[];
  readonly #environment: FileImportEnvironment;
  readonly #abort = new AbortController();
  readonly #startMs: number;
  #stage: 'reading' | 'keeping' | undefined;
  #toldMs = 0;
  #end: () => void = () => {};

  constructor(files: readonly File[], environment: FileImportEnvironment) {
    this.#files = files;
    this.#environment = environment;
    this.#startMs = environment.now();
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  cancel(): void {
    this.#abort.abort();
  }

  /** Never rejects. Undefined where it failed or was cancelled, which has been told then; nothing was kept. */
  async run(): Promise<FileImportOutcome | undefined> {
    const { emit } = this.#environment;
    try {
      return await this.#read();
    } catch (error) {
      if (this.#abort.signal.aborted) emit({ type: 'cancelled' });
      else emit({ type: 'failed', failure: failureOfError(error) });
      return undefined;
    } finally {
      this.#end();
    }
  }

  async #read(): Promise<FileImportOutcome> {
    const { signal } = this.#abort;
    signal.throwIfAborted();
    const { images, keeping } = await importFiles(this.#files, {
      signal,
      storage: this.#environment.storage,
      onProgress: ({ stage, doneBytes, totalBytes }) => this.#progress(stage, doneBytes, totalBytes),
    });
    const data: ImportedData = {
      id: images.id,
      trainExamples: images.train.labels.length,
      testExamples: images.test.labels.length,
      parts: images.parts,
      testSource: images.testSource,
      byteLength: byteLengthOf(images),
      keeping:
        keeping.status === 'kept'
          ? { status: 'kept', keptAtMs: keeping.entry.keptAtMs }
          : { status: 'session-only', failure: keeping.failure },
    };
    return { data, images };
  }

  #progress(stage: 'reading' | 'keeping', doneBytes: number, totalBytes: number): void {
    const nowMs = this.#environment.now();
    if (stage === this.#stage && doneBytes < totalBytes && nowMs - this.#toldMs < PROGRESS_MS) return;
    this.#stage = stage;
    this.#toldMs = nowMs;
    this.#environment.emit({ type: stage, doneBytes, totalBytes, elapsedMs: nowMs - this.#startMs });
  }
}
