import type { DataChoices, DataFamily, DataSource } from '../../core/data/data-in-use.ts';
import type { ImportedId, ImportedSummary } from '../../core/data/imported-data.ts';
import type { ImportedImages } from './imported-images.ts';

/** A data set in the browser's storage, as a page lists it. */
export interface StoredDataset extends ImportedSummary {
  /** When it was kept, in milliseconds since 1970. */
  readonly keptAtMs: number;
}

export interface StorageProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/**
 * Where data sets are kept between visits, one of each id. A parameter of whoever needs it, so that tests replace it.
 *
 * Whatever ends in the middle (an abort, a failure, a crash), a data set is there whole or not at all.
 * All methods throw a FailureError when the browser refuses: `storage-full` or `storage-unavailable`.
 */
export interface DatasetStorage {
  /** In the order of their ids. */
  list(): Promise<readonly StoredDataset[]>;
  /**
   * Keeps `images` in place of what had their id. When it fails or is aborted, what was there stays.
   * Throws the signal's reason when it is aborted.
   */
  save(
    images: ImportedImages,
    options: { readonly signal: AbortSignal; readonly onProgress: (progress: StorageProgress) => void },
  ): Promise<StoredDataset>;
  /** The data set, or `undefined` where none of this id is kept. */
  load(id: ImportedId): Promise<ImportedImages | undefined>;
  /** Afterwards none of this id is kept, whether there was one or not. */
  remove(id: ImportedId): Promise<void>;
  /** Which data each family of workloads is to use; a family of which nothing is written down is left out. */
  choices(): Promise<Partial<DataChoices>>;
  choose(family: DataFamily, source: DataSource): Promise<void>;
}
