/** Updates after which a refused size may be tried again; twice as many after each time that this was in vain. */
const PATIENCE_UPDATES = 32;

/**
 * Sizes that a device refused although their plans fit the budget. What a search found before the run holds for the budget
 * it was made in. What a slice met is forgotten after a while, since another program may have had the memory.
 */
export class RefusedSizes {
  readonly #searchedFrom: number;
  readonly #searchedBytes: number;
  #from = Number.POSITIVE_INFINITY;
  #sinceUpdate = 0;
  #patienceUpdates = PATIENCE_UPDATES / 2;

  /** `searchedFrom`: sizes from this one on were refused within `searchedBytes`, before the run. */
  constructor(searchedFrom: number | undefined, searchedBytes: number) {
    this.#searchedFrom = searchedFrom ?? Number.POSITIVE_INFINITY;
    this.#searchedBytes = searchedBytes;
  }

  /** Sizes from this one on were refused in an update. */
  add(from: number, update: number): void {
    if (this.#sinceUpdate !== update || !Number.isFinite(this.#from)) this.#patienceUpdates *= 2;
    this.#from = from;
    this.#sinceUpdate = update;
  }

  /** True where that has been so long ago, at this update, that it counts no longer. */
  forget(update: number): boolean {
    if (!Number.isFinite(this.#from) || update - this.#sinceUpdate < this.#patienceUpdates) return false;
    this.#from = Number.POSITIVE_INFINITY;
    return true;
  }

  /** The smallest size not to be planned for, in a budget; undefined where all may be. */
  within(usableBytes: number): number | undefined {
    const searched = usableBytes <= this.#searchedBytes ? this.#searchedFrom : Number.POSITIVE_INFINITY;
    const from = Math.min(this.#from, searched);
    return Number.isFinite(from) ? from : undefined;
  }
}
