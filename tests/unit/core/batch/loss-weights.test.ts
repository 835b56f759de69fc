import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balancedSlices, sliceSizes } from '../../../../src/core/batch/balanced-slices.ts';
import { batchWeightSum, shareWeights } from '../../../../src/core/batch/loss-weights.ts';

/** What the weights of one slice become. */
function sliceLossWeights(sliceWeights: ArrayLike<number>, batchSum: number): Float32Array {
  const weights = Float32Array.from(sliceWeights);
  shareWeights(weights, weights.length, batchSum);
  return weights;
}

/** The weights of a batch after it was cut at `capacity`, slice after slice. */
function weightsOfAllSlices(weights: readonly number[], capacity: number): number[] {
  const batch = batchWeightSum(weights);
  let first = 0;
  return sliceSizes(balancedSlices(weights.length, capacity)).flatMap((size) => {
    const slice = sliceLossWeights(weights.slice(first, first + size), batch);
    first += size;
    return [...slice];
  });
}

const anyWeights = fc
  // Under 1e-6 of the largest, float32 rounds the weight itself before it is shared out.
  .array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 200 });

describe('loss weights', () => {
  it('sums 2 over 1 example and 90 over 9 are 9.2 together, where a mean of means says 6.0', () => {
    const weights = Array.from({ length: 10 }, () => 1);
    const batch = batchWeightSum(weights);
    const losses = [2, ...Array.from({ length: 9 }, () => 10)];
    const slices = [
      { first: 0, size: 1 },
      { first: 1, size: 9 },
    ].map(({ first, size }) =>
      sliceLossWeights(weights.slice(first, first + size), batch).reduce(
        (sum, weight, index) => sum + weight * (losses[first + index] ?? Number.NaN),
        0,
      ),
    );
    expect(slices.reduce((sum, loss) => sum + loss, 0)).toBeCloseTo(9.2, 5);
  });

  it('a ragged last slice weighs by its examples: 4 + 3 + 3 of 10 examples weigh 0.4, 0.3 and 0.3', () => {
    const batch = batchWeightSum(Array.from({ length: 10 }, () => 1));
    const totals = [4, 3, 3].map((size) =>
      sliceLossWeights(new Float32Array(size).fill(1), batch).reduce((sum, weight) => sum + weight, 0),
    );
    expect(totals[0]).toBeCloseTo(0.4, 6);
    expect(totals[1]).toBeCloseTo(0.3, 6);
    expect(totals[2]).toBeCloseTo(0.3, 6);
  });

  it('sum to 1 over the whole batch, whatever the capacity', () => {
    fc.assert(
      fc.property(anyWeights, fc.integer({ min: 1, max: 200 }), (weights, capacity) => {
        const total = weightsOfAllSlices(weights, capacity).reduce((sum, weight) => sum + weight, 0);
        // Each quotient is rounded to float32 once (2⁻²⁴ relative); the sums in double add far less.
        expect(Math.abs(total - 1)).toBeLessThanOrEqual(2 ** -24 + 1e-12);
      }),
    );
  });

  it('are the same bits for an example, whatever slice it falls into', () => {
    fc.assert(
      fc.property(anyWeights, fc.integer({ min: 1, max: 200 }), (weights, capacity) => {
        expect(weightsOfAllSlices(weights, capacity)).toEqual(weightsOfAllSlices(weights, weights.length));
      }),
    );
  });

  it('leave what lies behind the slice alone', () => {
    const weights = Float32Array.of(1, 3, 5);
    shareWeights(weights, 2, 4);
    expect([...weights]).toEqual([0.25, 0.75, 5]);
  });

  it('refuses a batch without examples, whose loss is undefined', () => {
    expect(() => batchWeightSum([])).toThrow('a batch has 1 example or more');
    expect(batchWeightSum([0.25, 0.5])).toBe(0.75);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuses a weight of %d', (weight) => {
    expect(() => batchWeightSum([1, weight])).toThrow(RangeError);
  });
});
