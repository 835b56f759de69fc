import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestIndex } from '../../../../src/ui/charts/nearest.ts';

describe('nearest index', () => {
  it('agrees with looking at every value', () => {
    const rising = fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(rising, fc.integer({ min: -10, max: 1010 }), (values, value) => {
        values.sort((one, other) => one - other);
        const distances = values.map((candidate) => Math.abs(candidate - value));
        expect(nearestIndex(values, value)).toBe(distances.indexOf(Math.min(...distances)));
      }),
    );
  });

  it('finds nothing in nothing', () => {
    expect(nearestIndex([], 3)).toBe(-1);
  });
});
