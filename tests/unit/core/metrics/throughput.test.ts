import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ThroughputMeter, type ThroughputOptions } from '../../../../src/core/metrics/throughput.ts';

const rate = fc.double({ min: 0.01, max: 1e7, noNaN: true });

/** The meter's reading after each rate. */
function readings(rates: readonly number[], options?: Partial<ThroughputOptions>): number[] {
  const meter = new ThroughputMeter(options);
  return rates.map((each) => meter.add(each));
}

describe('throughput', () => {
  it('knows nothing until the warm-up is over', () => {
    const meter = new ThroughputMeter({ warmUpUpdates: 2 });
    expect(meter.examplesPerSecond).toBeNaN();
    expect(readings([570, 12_800, 16_000], { warmUpUpdates: 2 })).toEqual([Number.NaN, Number.NaN, 16_000]);
  });

  it('does not depend on how fast the first updates were', () => {
    fc.assert(
      fc.property(fc.array(rate, { minLength: 3, maxLength: 3 }), fc.array(rate), (first, rest) => {
        expect(readings([...first, ...rest])).toEqual(readings([1, 1, 1, ...rest]));
      }),
    );
  });

  it('is the median rate of the window: equal to sorting anew after each update', () => {
    fc.assert(
      fc.property(fc.array(rate, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (rates, windowUpdates) => {
        const meter = new ThroughputMeter({ warmUpUpdates: 0, windowUpdates });
        rates.forEach((each, i) => {
          const window = rates.slice(Math.max(0, i + 1 - windowUpdates), i + 1).sort((a, b) => a - b);
          const middle = window.slice((window.length - 1) >> 1, (window.length >> 1) + 1);
          expect(meter.add(each)).toBeCloseTo(middle.reduce((sum, value) => sum + value, 0) / middle.length, 6);
        });
      }),
    );
  });

  it('is not moved by one stall', () => {
    expect(readings([10_000, 10_000, 2, 10_000], { warmUpUpdates: 0 }).at(-1)).toBe(10_000);
  });

  it('takes no evidence from an update without a rate', () => {
    const meter = new ThroughputMeter({ warmUpUpdates: 1 });
    for (const none of [Number.POSITIVE_INFINITY, Number.NaN, -1, 0]) expect(meter.add(none)).toBeNaN();
    meter.add(10_000); // the warm-up
    expect(meter.add(5000)).toBe(5000);
    expect(meter.add(Number.NaN)).toBe(5000);
  });
});
