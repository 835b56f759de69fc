export interface ThroughputOptions {
  /** Updates left out at the start: they pay for first uses of pipelines and buffers. */
  readonly warmUpUpdates: number;
  /** Most recent updates that count. */
  readonly windowUpdates: number;
}

const DEFAULT_OPTIONS: ThroughputOptions = { warmUpUpdates: 3, windowUpdates: 32 };

/**
 * Examples per second without warm-up: the median, over the last `windowUpdates` updates after the first
 * `warmUpUpdates`, of each update's examples / time. The median, because one stall (a tab in the background, another
 * page on the GPU) says nothing about the rate; and because an epoch's last, smaller batch is one of many.
 *
 * With no update after the warm-up there is no rate: NaN. An update without a positive, finite time or without examples
 * counts neither as warm-up nor as evidence.
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

  /** Counts one update and gives the rate as it is now, in examples per second. */
  add(examples: number, durationMs: number): number {
    const rate = (examples * 1000) / durationMs;
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

  /** Forgets all rates and warms up again: after a re-compile the old rates say nothing about the new program. */
  restart(): void {
    this.warmUpLeft = this.options.warmUpUpdates;
    this.recent.length = 0;
    this.sorted.length = 0;
  }

  private count(rate: number): void {
    this.recent.push(rate);
    this.sorted.splice(firstNotBelow(this.sorted, rate), 0, rate);
    if (this.recent.length <= this.options.windowUpdates) return;
    const oldest = this.recent.shift() ?? Number.NaN;
    this.sorted.splice(firstNotBelow(this.sorted, oldest), 1);
  }
}

/**
 * The meter's reading after each update of a series.
 *
 * @param examples examples of each update
 * @param durationsMs its milliseconds, equally long
 */
export function throughputSeries(
  examples: Float64Array,
  durationsMs: Float64Array,
  options: Partial<ThroughputOptions> = {},
): Float64Array {
  const meter = new ThroughputMeter(options);
  return examples.map((count, i) => meter.add(count, durationsMs[i] ?? Number.NaN));
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
