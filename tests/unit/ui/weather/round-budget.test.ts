import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundestBetween } from '../../../../src/ui/weather/round-budget.ts';

describe('the roundest budget', () => {
  it.each([
    [4.66, 4.78, 4.7],
    [4.72, 4.78, 4.75],
    [3, 7, 5],
    [90, 130, 100],
    [0.18, 0.23, 0.2],
    [1500, 1600, 1536],
    [20_000, 30_000, 20 * 1024],
  ])('from %d to %d MiB is %d', (low, high, expected) => {
    expect(roundestBetween(low, high)).toBe(expected);
  });

  it('lies between the two', () => {
    const anyRange = fc.tuple(
      fc.double({ min: 0.01, max: 1e6, noNaN: true }),
      fc.double({ min: 1, max: 3, noNaN: true }),
    );
    fc.assert(
      fc.property(anyRange, ([low, ratio]) => {
        const budgetMiB = roundestBetween(low, low * ratio);
        expect(budgetMiB).toBeGreaterThanOrEqual(low);
        expect(budgetMiB).toBeLessThanOrEqual(low * ratio);
      }),
    );
  });
});
