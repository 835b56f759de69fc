import { describe, expect, it } from 'vitest';
import { createMetricSeries } from '../../../../src/core/metrics/metric-series.ts';
import { ThroughputMeter } from '../../../../src/core/metrics/throughput.ts';
import { ThroughputCache } from '../../../../src/ui/charts/throughput-cache.ts';

function packet(rows: number) {
  return { examplesPerSecond: Float64Array.from({ length: rows }, (_, row) => 4000 + (row % 7)) };
}

/** The meter's reading after each rate, computed at once. */
function medians(rates: Float64Array): Float64Array {
  const meter = new ThroughputMeter();
  return rates.map((rate) => meter.add(rate));
}

describe('throughput cache', () => {
  it('reads the same as computing the whole series at once, packet after packet', () => {
    const series = createMetricSeries(['examplesPerSecond'] as const);
    const cache = new ThroughputCache();
    for (const rows of [1, 4, 300, 700]) {
      series.append(packet(rows));
      expect(cache.read(series)).toEqual(medians(series.column('examplesPerSecond')));
    }
  });

  it('starts over when the series does, and when it thins itself out', () => {
    const series = createMetricSeries(['examplesPerSecond'] as const, 64);
    const cache = new ThroughputCache();
    series.append(packet(60));
    cache.read(series);
    series.append(packet(60));
    expect(series.stride).toBe(2);
    expect(cache.read(series)).toEqual(medians(series.column('examplesPerSecond')));
    series.clear();
    expect(cache.read(series)).toHaveLength(0);
  });
});
