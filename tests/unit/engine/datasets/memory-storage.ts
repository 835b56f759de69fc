import type { DataChoices, DataFamily, DataSource } from '../../../../src/core/data/data-in-use.ts';
import type { ImportedId } from '../../../../src/core/data/imported-data.ts';
import { type Failure, FailureError } from '../../../../src/core/failures.ts';
import type { DatasetStorage, StoredDataset } from '../../../../src/engine/datasets/dataset-storage.ts';
import type { ImportedImages } from '../../../../src/engine/datasets/imported-images.ts';

/** Keeps what it is given as long as the test lives, unless it is told to refuse. */
export class MemoryStorage implements DatasetStorage {
  readonly saved: ImportedImages[] = [];
  readonly loaded: ImportedId[] = [];
  readonly entries = new Map<ImportedId, StoredDataset>();
  readonly chosen = new Map<DataFamily, DataSource>();
  /** What every request is answered with, where it is set. */
  refusal: Failure | undefined;

  async save(images: ImportedImages): Promise<StoredDataset> {
    this.#check();
    this.saved.push(images);
    const { id, parts, testSource, train, test } = images;
    const counts = { trainExamples: train.labels.length, testExamples: test.labels.length };
    const entry = { id, parts, testSource, ...counts, byteLength: 0, keptAtMs: this.saved.length };
    this.entries.set(id, entry);
    return entry;
  }
  async list(): Promise<readonly StoredDataset[]> {
    this.#check();
    return [...this.entries.values()];
  }
  async load(id: ImportedId): Promise<ImportedImages | undefined> {
    this.#check();
    this.loaded.push(id);
    return this.entries.has(id) ? this.saved.findLast((images) => images.id === id) : undefined;
  }
  async remove(id: ImportedId): Promise<void> {
    this.#check();
    this.entries.delete(id);
  }
  async choices(): Promise<Partial<DataChoices>> {
    this.#check();
    return Object.fromEntries(this.chosen);
  }
  async choose(family: DataFamily, source: DataSource): Promise<void> {
    this.#check();
    this.chosen.set(family, source);
  }

  #check(): void {
    if (this.refusal) throw new FailureError(this.refusal);
  }
}
