import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smooth } from '../../../../src/core/metrics/smoothing.ts';

const values = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) }, fc.constant(Number.NaN)), {
    maxLength: 100,
  })
  .map((list) => Float64Array.from(list));
const window = fc.integer({ min: 1, max: 500 });

describe('smoothing', () => {
  it('follows the formula: window 3 weighs the newest value by 1/2', () => {
    // s: 2, 1 + 2 = 3, 1.5 + 0 = 1.5; divided by 1/2, 3/4, 7/8.
    const smoothed = smooth(Float64Array.of(4, 4, 0), 3);
    expect(smoothed[0]).toBe(4);
    expect(smoothed[1]).toBe(4);
    expect(smoothed[2]).toBeCloseTo(1.5 / 0.875, 12);
  });

  it('starts at the first value, not near zero', () => {
    expect(smooth(Float64Array.of(2.3), 200)[0]).toBeCloseTo(2.3, 12);
  });

  it('leaves a constant as it is', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e3, max: 1e3, noNaN: true }), window, (constant, updates) => {
        for (const value of smooth(new Float64Array(50).fill(constant), updates))
          expect(value).toBeCloseTo(constant, 8);
      }),
    );
  });

  it('changes nothing at a window of 1', () => {
    fc.assert(
      fc.property(values, (list) => {
        // Adding 0 makes a negative zero a plain one.
        expect(smooth(list, 1).map((value) => value + 0)).toEqual(list.map((value) => value + 0));
      }),
    );
  });

  it('stays between the smallest and the largest value so far, up to rounding', () => {
    fc.assert(
      fc.property(values, window, (list, updates) => {
        let low = Number.POSITIVE_INFINITY;
        let high = Number.NEGATIVE_INFINITY;
        smooth(list, updates).forEach((value, i) => {
          const raw = list[i] ?? Number.NaN;
          if (Number.isNaN(raw)) return;
          low = Math.min(low, raw);
          high = Math.max(high, raw);
          expect(value).toBeGreaterThanOrEqual(low - 1e-6);
          expect(value).toBeLessThanOrEqual(high + 1e-6);
        });
      }),
    );
  });

  it('goes on after a gap as if it were not there, and leaves the gap a gap', () => {
    fc.assert(
      fc.property(values, window, (list, updates) => {
        const smoothed = smooth(list, updates);
        expect(Array.from(smoothed, Number.isNaN)).toEqual(Array.from(list, Number.isNaN));
        const dense = smooth(
          list.filter((value) => !Number.isNaN(value)),
          updates,
        );
        expect(smoothed.filter((value) => !Number.isNaN(value))).toEqual(dense);
      }),
    );
    expect(smooth(Float64Array.of(1, Number.POSITIVE_INFINITY, 1), 10)[2]).toBeCloseTo(1, 12);
  });

  it('does not depend on values still to come', () => {
    fc.assert(
      fc.property(values, window, fc.nat(100), (list, updates, cut) => {
        expect(smooth(list.subarray(0, cut), updates)).toEqual(smooth(list, updates).subarray(0, cut));
      }),
    );
  });

  it('counts its window in updates where a series keeps every second one', () => {
    expect(smooth(Float64Array.of(1, 5, 2), 20, 2)).toEqual(smooth(Float64Array.of(1, 5, 2), 10));
    expect(smooth(Float64Array.of(1, 5, 2), 4, 8)).toEqual(Float64Array.of(1, 5, 2));
  });
});
