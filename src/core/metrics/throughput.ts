export interface ThroughputOptions {
  /** Updates left out at the start: they pay for first uses of pipelines and buffers. */
  readonly warmUpUpdates: number;
  /** Most recent updates that count. */
  readonly windowUpdates: number;
}

const DEFAULT_OPTIONS: ThroughputOptions = { warmUpUpdates: 3, windowUpdates: 32 };

/**
 * Examples per second without warm-up: the median, over the last `windowUpdates` updates after the first
 * `warmUpUpdates`, of each update's rate. The median, because one stall (a tab in the background, another page on the
 * GPU) says nothing about the rate; and because an epoch's last, smaller batch is one of many.
 *
 * A rate is examples over the time since the update before came back, not over the update's own time: updates overlap.
 *
 * With no update after the warm-up there is no rate: NaN. An update without a positive, finite rate counts neither as
 * warm-up nor as evidence.
 */
export class ThroughputMeter {
  private readonly options: ThroughputOptions;
  private warmUpLeft: number;
  /** Rates in order of arrival, and the same rates sorted. */
  private readonly recent: number[] = [];
  private readonly sorted: number[] = [];

  constructor(options: Partial<ThroughputOptions> = {}) {
    this.options = { ...DEFAULT_OPTIONS, ...options };
    this.warmUpLeft = this.options.warmUpUpdates;
  }

  /** Counts one update, at `rate` examples per second, and gives the median as it is now. */
  add(rate: number): number {
    if (Number.isFinite(rate) && rate > 0) {
      if (this.warmUpLeft > 0) this.warmUpLeft--;
      else this.count(rate);
    }
    return this.examplesPerSecond;
  }

  get examplesPerSecond(): number {
    const middle = this.sorted.length >> 1;
    const upper = this.sorted[middle] ?? Number.NaN;
    return this.sorted.length % 2 === 1 ? upper : ((this.sorted[middle - 1] ?? Number.NaN) + upper) / 2;
  }

  private count(rate: number): void {
    this.recent.push(rate);
    this.sorted.splice(firstNotBelow(this.sorted, rate), 0, rate);
    if (this.recent.length <= this.options.windowUpdates) return;
    const oldest = this.recent.shift() ?? Number.NaN;
    this.sorted.splice(firstNotBelow(this.sorted, oldest), 1);
  }
}

/** Index of the first sorted value that is at least `value`; the length where there is none. */
function firstNotBelow(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Number.NaN) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
