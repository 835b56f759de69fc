import type { Dataset } from './dataset.ts';

/**
 * Data sets that have been loaded, by their address, so that each is loaded once a worker. Owned by the worker's session.
 * Only a finished load is kept: a failed or aborted one leaves nothing behind, and the next run loads anew.
 */
export class DatasetCache {
  readonly #loaded = new Map<string, Dataset>();

  /** The data set under `key`, from `load` unless it is here already. Errors of `load` pass through. */
  async get(key: string, load: () => Promise<Dataset>): Promise<Dataset> {
    const known = this.#loaded.get(key);
    if (known) return known;
    const dataset = await load();
    this.#loaded.set(key, dataset);
    return dataset;
  }
}
