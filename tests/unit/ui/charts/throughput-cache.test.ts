import { describe, expect, it } from 'vitest';
import { createMetricSeries } from '../../../../src/core/metrics/metric-series.ts';
import { throughputSeries } from '../../../../src/core/metrics/throughput.ts';
import { ThroughputCache } from '../../../../src/ui/charts/throughput-cache.ts';

function packet(rows: number) {
  return {
    batch: new Float64Array(rows).fill(512),
    stepMs: Float64Array.from({ length: rows }, (_, row) => 100 + (row % 7)),
  };
}

describe('throughput cache', () => {
  it('reads the same as computing the whole series at once, packet after packet', () => {
    const series = createMetricSeries(['batch', 'stepMs'] as const);
    const cache = new ThroughputCache();
    for (const rows of [1, 4, 300, 700]) {
      series.append(packet(rows));
      expect(cache.read(series)).toEqual(throughputSeries(series.column('batch'), series.column('stepMs')));
    }
  });

  it('starts over when the series does, and when it thins itself out', () => {
    const series = createMetricSeries(['batch', 'stepMs'] as const, 64);
    const cache = new ThroughputCache();
    series.append(packet(60));
    cache.read(series);
    series.append(packet(60));
    expect(series.stride).toBe(2);
    expect(cache.read(series)).toEqual(throughputSeries(series.column('batch'), series.column('stepMs')));
    series.clear();
    expect(cache.read(series)).toHaveLength(0);
  });
});
