/** Throughput after each row of a growing series, computed once a row. */
import { ThroughputMeter } from '../../core/metrics/throughput.ts';

export interface ThroughputSource {
  readonly length: number;
  readonly stride: number;
  column(name: 'examplesPerSecond'): Float64Array;
}

/** Remembers what it has computed, so that a redraw of a long run costs only its new rows. */
export class ThroughputCache {
  private meter = new ThroughputMeter();
  private medians = new Float64Array(256);
  private length = 0;
  private stride = 1;

  /** Median examples per second after each row; NaN during warm-up. The view is good until the next call. */
  read(source: ThroughputSource): Float64Array {
    if (source.length < this.length || source.stride !== this.stride) this.restart(source.stride);
    const rates = source.column('examplesPerSecond');
    this.reserve(source.length);
    for (; this.length < source.length; this.length += 1) {
      this.medians[this.length] = this.meter.add(rates[this.length] ?? Number.NaN);
    }
    return this.medians.subarray(0, this.length);
  }

  /** Starts over. A run that ends and another that begins between two redraws is not seen by length alone. */
  restart(stride = 1): void {
    this.meter = new ThroughputMeter();
    this.length = 0;
    this.stride = stride;
  }

  private reserve(length: number): void {
    if (length <= this.medians.length) return;
    const grown = new Float64Array(2 ** Math.ceil(Math.log2(length)));
    grown.set(this.medians.subarray(0, this.length));
    this.medians = grown;
  }
}
