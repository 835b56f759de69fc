import { WORKLOAD_IDS, type WorkloadId } from '../core/config/training-config.ts';
import {
  type DataChoices,
  type DataFamily,
  type DataSource,
  dataInUse,
  familyOfImported,
  familyOfWorkload,
} from '../core/data/data-in-use.ts';
import type { ImportedId } from '../core/data/imported-data.ts';
import { type Failure, FailureError, failureOf } from '../core/failures.ts';
import type { DataCommand } from '../protocol/commands.ts';
import type { ExampleCounts, ImportedData, ImportProgress } from '../protocol/data-report.ts';
import type { Event } from '../protocol/events.ts';
import { abortable } from './datasets/abortable.ts';
import { boundedWait } from './datasets/bounded-wait.ts';
import type { Dataset } from './datasets/dataset.ts';
import { DatasetCache } from './datasets/dataset-cache.ts';
import type { DatasetStorage, StoredDataset } from './datasets/dataset-storage.ts';
import type { DownloadEnvironment } from './datasets/download.ts';
import { type ImportedImages, importedDataset } from './datasets/imported-images.ts';
import { loadDataset } from './datasets/load-dataset.ts';
import { failureOfError } from './failure-of-error.ts';
import { FileImport } from './file-import.ts';
import { WORKLOADS } from './workload.ts';

/** How long plans and runs wait for the browser's storage to say what it keeps. */
const STORAGE_WAIT_MS = 5000;

export interface DataLibraryEnvironment {
  /** Folder of the bundled data sets, absolute. */
  readonly dataUrl: string;
  readonly storage: DatasetStorage;
  readonly download: DownloadEnvironment;
  readonly post: (event: Event) => void;
  readonly now: () => number;
}

export interface LoadRequest {
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number, totalBytes: number | null) => void;
}

/** A data set that the browser's storage refused: its images are here alone. */
interface Unkept {
  readonly data: ImportedData;
  readonly images: ImportedImages;
}

/**
 * All data of a worker: what comes with the page, what a person gave, and which of them each workload learns from.
 * Owns the data sets in memory; a run holds the one it was given, whatever happens here since.
 */
export class DataLibrary {
  readonly #environment: DataLibraryEnvironment;
  readonly #bundled = new DatasetCache();
  readonly #unkept = new Map<ImportedId, Unkept>();
  #stored: readonly StoredDataset[] = [];
  #choices: Partial<DataChoices> = {};
  #failure: Failure | undefined;
  /** The imported data set of the last run: one at most, since each may take as much memory as all the rest. */
  #loaded: { readonly key: string; readonly dataset: Dataset } | undefined;
  #import: { readonly importId: number; readonly reading: FileImport } | undefined;
  /** Changes, one after another; never rejects. */
  #changes: Promise<void>;
  /** Resolves when it is known what the storage keeps, or that it does not say; never rejects. */
  readonly isListed: Promise<void>;

  constructor(environment: DataLibraryEnvironment) {
    this.#environment = environment;
    this.#changes = this.#list().then(() => this.#tell());
    this.isListed = this.#changes;
  }

  handle(command: DataCommand): void {
    switch (command.type) {
      case 'import-files':
        this.#importFiles(command.importId, command.files);
        break;
      case 'cancel-import':
        if (this.#import?.importId === command.importId) this.#import.reading.cancel();
        break;
      case 'list-data':
        this.#change(() => this.#list());
        break;
      case 'remove-data':
        this.#change(() => this.#remove(command.id));
        break;
      case 'use-data':
        this.#change(() => this.#choose(command.family, command.source));
        break;
      default:
        command satisfies never;
    }
  }

  /** Examples of the data that `workload` would learn from now, as far as it is known. */
  sizes(workload: WorkloadId): ExampleCounts {
    const source = this.#sourceOf(workload);
    const imported = this.#imported().find(({ id }) => id === source);
    const { trainExamples, testExamples } = imported ?? WORKLOADS[workload];
    return { trainExamples, testExamples };
  }

  /** The data that `workload` learns from. Rejects with FailureError, and with the signal's reason. */
  async load(workload: WorkloadId, { signal, onProgress }: LoadRequest): Promise<Dataset> {
    // What a person has asked for already holds for this run, also where the storage is still at it.
    await abortable(this.#changes, signal);
    const source = this.#sourceOf(workload);
    if (source !== 'bundled') return abortable(this.#loadImported(source), signal);
    const { dataUrl, download } = this.#environment;
    const id = WORKLOADS[workload].dataset;
    return this.#bundled.get(id, () =>
      loadDataset(id, {
        dataUrl,
        signal,
        environment: download,
        onProgress: ({ doneBytes, totalBytes }) => onProgress(doneBytes, totalBytes),
      }),
    );
  }

  async #loadImported(id: ImportedId): Promise<Dataset> {
    const unkept = this.#unkept.get(id);
    const key = unkept ? `${id} of this visit` : `${id} ${this.#stored.find((entry) => entry.id === id)?.keptAtMs}`;
    if (this.#loaded?.key === key) return this.#loaded.dataset;
    this.#loaded = undefined;
    const images = unkept?.images ?? (await this.#environment.storage.load(id));
    if (!images) {
      // Another tab has removed it since: the next run finds what is there.
      this.#change(() => this.#list());
      throw new FailureError(failureOf('storage-unavailable', { action: 'load' }));
    }
    const dataset = importedDataset(images);
    this.#loaded = { key, dataset };
    return dataset;
  }

  #importFiles(importId: number, files: readonly File[]): void {
    const { storage, now, post } = this.#environment;
    const previous = this.#import?.reading;
    previous?.cancel();
    const emit = (progress: ImportProgress) => post({ type: 'import', importId, progress });
    const reading = new FileImport(files, { storage, now, emit });
    this.#import = { importId, reading };
    void Promise.all([previous?.ended, this.isListed])
      .then(() => reading.run())
      .then((outcome) => {
        if (!outcome) return;
        this.#change(async () => {
          const { data, images } = outcome;
          this.#loaded = undefined;
          this.#unkept.delete(data.id);
          if (data.keeping.status === 'session-only') this.#unkept.set(data.id, { data, images });
          else await this.#list();
          await this.#choose(familyOfImported(data.id), data.id);
        }).then(() => emit({ type: 'finished', imported: outcome.data }));
      });
  }

  async #remove(id: ImportedId): Promise<void> {
    await this.#environment.storage.remove(id);
    this.#unkept.delete(id);
    this.#loaded = undefined;
    if (this.#choices[familyOfImported(id)] === id) await this.#choose(familyOfImported(id), 'bundled');
    await this.#list();
  }

  async #choose(family: DataFamily, source: DataSource): Promise<void> {
    this.#choices = { ...this.#choices, [family]: source };
    // Where the browser writes nothing down, the choice holds until the page closes, as an unkept data set does.
    await this.#environment.storage.choose(family, source).catch(() => {});
  }

  async #list(): Promise<void> {
    const { storage, download } = this.#environment;
    try {
      // A browser may leave a request unanswered, while another tab holds the database.
      const answer = Promise.all([storage.list(), storage.choices()]);
      const limits = { startTimer: download.startTimer, limitMs: STORAGE_WAIT_MS, stalled: storageStalled };
      const [stored, choices] = await boundedWait(answer, limits);
      this.#stored = stored;
      this.#choices = { ...this.#choices, ...choices, ...this.#unkeptChoices() };
    } catch (error) {
      this.#failure = failureOfError(error);
    }
  }

  /** Choices of data that the storage knows nothing of are not its to change. */
  #unkeptChoices(): Partial<DataChoices> {
    return Object.fromEntries(
      Object.entries(this.#choices).filter(([, source]) => source !== 'bundled' && this.#unkept.has(source)),
    );
  }

  /** Makes a change after those before it, and tells the page. A refusal of the storage is told with it. */
  #change(change: () => Promise<void>): Promise<void> {
    const changed = this.#changes
      .then(() => {
        this.#failure = undefined;
        return change();
      })
      .catch((error: unknown) => {
        this.#failure = failureOfError(error);
      })
      .then(() => this.#tell());
    this.#changes = changed;
    return changed;
  }

  #tell(): void {
    const sizes = new Map(WORKLOAD_IDS.map((id) => [id, this.sizes(id)] as const));
    const failure = this.#failure;
    const report = { imported: this.#imported(), inUse: this.#inUse(), sizes, ...(failure && { failure }) };
    this.#environment.post({ type: 'data', report });
  }

  #imported(): readonly ImportedData[] {
    const kept = this.#stored.filter(({ id }) => !this.#unkept.has(id)).map(keptData);
    const all = [...kept, ...[...this.#unkept.values()].map(({ data }) => data)];
    return all.sort((a, b) => a.id.localeCompare(b.id));
  }

  #inUse(): DataChoices {
    return dataInUse(
      this.#choices,
      this.#imported().map(({ id }) => id),
    );
  }

  #sourceOf(workload: WorkloadId): DataSource {
    const family = familyOfWorkload(workload);
    return family ? this.#inUse()[family] : 'bundled';
  }
}

/** A data set as the page lists it. */
export function keptData({ keptAtMs, ...summary }: StoredDataset): ImportedData {
  return { ...summary, keeping: { status: 'kept', keptAtMs } };
}

function storageStalled(): FailureError {
  const detail = `No answer in ${STORAGE_WAIT_MS} ms.`;
  return new FailureError(failureOf('storage-unavailable', { action: 'list' }, detail));
}
