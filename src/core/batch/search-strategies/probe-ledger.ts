/** The sizes one search has tried, and the rules for trying another. */
import { fits, type ProbeAnswer, type ProbedSize } from './strategy.ts';

/** Tries one size on the device; may be asynchronous. Rejects only where the search as a whole has to stop. */
export type DeviceProbe = (microBatch: number) => ProbeAnswer | Promise<ProbeAnswer>;

export class ProbeLedger {
  readonly #upperBound: number;
  readonly #probe: DeviceProbe;
  readonly #probes = new Map<number, ProbedSize>();
  #largestPassed = 0;
  #smallestRefused = Number.POSITIVE_INFINITY;
  #asked = 0;

  constructor(upperBound: number, probe: DeviceProbe) {
    this.#upperBound = upperBound;
    this.#probe = probe;
  }

  /** Every size tried, in order. */
  get probes(): readonly ProbedSize[] {
    return [...this.#probes.values()];
  }

  /** Questions so far, those answered from memory included. */
  get asked(): number {
    return this.#asked;
  }

  /** 0 where none has passed. */
  get largestPassed(): number {
    return this.#largestPassed;
  }

  /** Refusals before anything passed; 0 once something has. */
  get failuresFromTheStart(): number {
    return this.#largestPassed > 0 ? 0 : this.#probes.size;
  }

  /** One example was refused, and nothing has passed. */
  get nothingFits(): boolean {
    return this.#smallestRefused === 1 && this.#largestPassed === 0;
  }

  hasPassed(microBatch: number): boolean {
    const probed = this.#probes.get(microBatch);
    return probed !== undefined && fits(probed);
  }

  /**
   * The answer for a size: from memory, or by trying it.
   *
   * @throws RangeError for a size that no search may try: not a whole number from 1 to the upper bound, or larger than one refused.
   */
  async answer(microBatch: number): Promise<ProbedSize> {
    this.#asked += 1;
    const known = this.#probes.get(microBatch);
    if (known !== undefined) return known;
    this.#requireAllowed(microBatch);
    const { verdict, peakBytes, elapsedMs } = await this.#probe(microBatch);
    const probed: ProbedSize = { microBatch, verdict, peakBytes, elapsedMs };
    this.#probes.set(microBatch, probed);
    if (fits(probed)) this.#largestPassed = Math.max(this.#largestPassed, microBatch);
    else this.#smallestRefused = microBatch;
    return probed;
  }

  #requireAllowed(microBatch: number): void {
    if (!Number.isSafeInteger(microBatch) || microBatch < 1 || microBatch > this.#upperBound) {
      throw new RangeError(`a size to try must be a whole number from 1 to ${this.#upperBound}, got ${microBatch}`);
    }
    if (microBatch > this.#smallestRefused) {
      throw new RangeError(`${microBatch} must not be tried after ${this.#smallestRefused} was refused`);
    }
  }
}
