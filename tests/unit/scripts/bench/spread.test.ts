import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median, spreadOf } from '../../../../scripts/bench/spread.ts';

const samples = fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 30 });

describe('median', () => {
  it('is the middle value, or the mean of the two in the middle, in whatever order they come', () => {
    expect(median([9, 1, 4])).toBe(4);
    expect(median([9, 1, 4, 6])).toBe(5);
  });

  it('has as many values below it as above it', () => {
    fc.assert(
      fc.property(samples, (values) => {
        const middle = median(values);
        const below = values.filter((value) => value < middle).length;
        const above = values.filter((value) => value > middle).length;
        expect(Math.max(below, above)).toBeLessThanOrEqual(values.length / 2);
      }),
    );
  });

  it('of nothing is no number', () => {
    expect(median([])).toBeNaN();
  });
});

describe('spreadOf', () => {
  it('goes from the smallest to the largest value, with the median between them', () => {
    fc.assert(
      fc.property(samples, (values) => {
        const { low, high, median: middle } = spreadOf(values);
        expect([low, high]).toEqual([Math.min(...values), Math.max(...values)]);
        expect(middle).toBeGreaterThanOrEqual(low);
        expect(middle).toBeLessThanOrEqual(high);
      }),
    );
  });

  it('refuses nothing at all', () => {
    expect(() => spreadOf([])).toThrow(RangeError);
  });
});
