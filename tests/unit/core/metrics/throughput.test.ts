import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ThroughputMeter, throughputSeries } from '../../../../src/core/metrics/throughput.ts';

const duration = fc.double({ min: 0.01, max: 1e5, noNaN: true });

describe('throughput', () => {
  it('knows nothing until the warm-up is over', () => {
    const meter = new ThroughputMeter({ warmUpUpdates: 2 });
    expect(meter.examplesPerSecond).toBeNaN();
    expect(meter.add(512, 900)).toBeNaN();
    expect(meter.add(512, 40)).toBeNaN();
    // 512 examples in 32 ms.
    expect(meter.add(512, 32)).toBe(16_000);
  });

  it('does not depend on how long the first updates took', () => {
    fc.assert(
      fc.property(fc.array(duration, { minLength: 3, maxLength: 3 }), fc.array(duration), (first, rest) => {
        const slow = throughputSeries(
          new Float64Array(3 + rest.length).fill(64),
          Float64Array.from([...first, ...rest]),
        );
        const even = throughputSeries(
          new Float64Array(3 + rest.length).fill(64),
          Float64Array.from([1, 1, 1, ...rest]),
        );
        expect(slow).toEqual(even);
      }),
    );
  });

  it('is the median rate of the window: equal to sorting anew after each update', () => {
    fc.assert(
      fc.property(fc.array(duration, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (durations, windowUpdates) => {
        const meter = new ThroughputMeter({ warmUpUpdates: 0, windowUpdates });
        durations.forEach((ms, i) => {
          const rates = durations.slice(Math.max(0, i + 1 - windowUpdates), i + 1).map((each) => 8000 / each);
          rates.sort((a, b) => a - b);
          const middle = rates.slice((rates.length - 1) >> 1, (rates.length >> 1) + 1);
          expect(meter.add(8, ms)).toBeCloseTo(middle.reduce((sum, rate) => sum + rate, 0) / middle.length, 6);
        });
      }),
    );
  });

  it('is not moved by one stall', () => {
    const meter = new ThroughputMeter({ warmUpUpdates: 0 });
    for (const ms of [10, 10, 60_000, 10]) meter.add(100, ms);
    expect(meter.examplesPerSecond).toBe(10_000);
  });

  it('takes no evidence from an update without a time or without examples', () => {
    const meter = new ThroughputMeter({ warmUpUpdates: 1 });
    for (const [examples, ms] of [
      [100, 0],
      [100, Number.NaN],
      [100, -1],
      [0, 10],
    ] as const) {
      expect(meter.add(examples, ms)).toBeNaN();
    }
    meter.add(100, 10); // the warm-up
    expect(meter.add(100, 20)).toBe(5000);
    expect(meter.add(100, 0)).toBe(5000);
  });

  it('warms up again after a restart', () => {
    const meter = new ThroughputMeter({ warmUpUpdates: 1 });
    meter.add(100, 10);
    meter.add(100, 10);
    meter.restart();
    expect(meter.examplesPerSecond).toBeNaN();
    expect(meter.add(100, 500)).toBeNaN();
    expect(meter.add(100, 50)).toBe(2000);
  });
});
