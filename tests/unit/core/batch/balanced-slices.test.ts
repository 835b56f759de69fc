import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accumulationSteps, balancedSlices, sliceSizes } from '../../../../src/core/batch/balanced-slices.ts';

const batches = fc.integer({ min: 1, max: 20_000 });
const capacities = fc.integer({ min: 1, max: 20_000 });

describe('balancedSlices', () => {
  it('cuts 4,096 at capacity 1,000 into 820 + 4 × 819, not 4 × 1,000 + 96', () => {
    expect(balancedSlices(4096, 1000)).toEqual([
      { size: 820, count: 1 },
      { size: 819, count: 4 },
    ]);
  });

  it('cuts 512 at capacity 200 into 171 + 171 + 170', () => {
    expect(sliceSizes(balancedSlices(512, 200))).toEqual([171, 171, 170]);
  });

  it('is one slice where the batch fits whole, and single examples at capacity 1', () => {
    expect(balancedSlices(512, 512)).toEqual([{ size: 512, count: 1 }]);
    expect(balancedSlices(512, 8192)).toEqual([{ size: 512, count: 1 }]);
    expect(balancedSlices(3, 1)).toEqual([{ size: 1, count: 3 }]);
  });

  it('for every capacity from 1 to 512 the slices are the batch: no example dropped, none added', () => {
    for (let capacity = 1; capacity <= 512; capacity++) {
      for (const batch of [1, 2, 31, 32, 33, 127, 128, 511, 512, 513, 1000, 4096, 16_384]) {
        const sizes = sliceSizes(balancedSlices(batch, capacity));
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(batch);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(capacity);
        expect(sizes).toHaveLength(Math.ceil(batch / capacity));
      }
    }
  });

  it('leaves no slice of one example from capacity 3 on, and at capacity 2 just where the batch is odd', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20_000 }), fc.integer({ min: 2, max: 20_000 }), (batch, capacity) => {
        const smallest = Math.min(...balancedSlices(batch, capacity).map(({ size }) => size));
        expect(smallest === 1).toBe(capacity === 2 && batch % 2 === 1);
      }),
    );
  });

  it('sums to the batch with sizes that differ by at most one, larger first, none empty, for any batch and capacity', () => {
    fc.assert(
      fc.property(batches, capacities, (batch, capacity) => {
        const groups = balancedSlices(batch, capacity);
        const sizes = sliceSizes(groups);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(batch);
        expect(sizes[0]).toBe(Math.ceil(batch / sizes.length));
        expect(sizes.at(-1)).toBe(Math.floor(batch / sizes.length));
        expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
        expect(sizes[0]).toBeLessThanOrEqual(capacity);
        expect(groups.every(({ size, count }) => size >= 1 && count >= 1)).toBe(true);
      }),
    );
  });

  it('takes no more slices than any other way to cut: one slice fewer would have to exceed the capacity', () => {
    fc.assert(
      fc.property(batches, capacities, (batch, capacity) => {
        const steps = accumulationSteps(batch, capacity);
        expect(sliceSizes(balancedSlices(batch, capacity))).toHaveLength(steps);
        expect((steps - 1) * capacity).toBeLessThan(batch);
      }),
    );
  });

  it.each([
    [0, 1],
    [1, 0],
    [-4, 2],
    [1.5, 1],
    [4, 0.5],
    [Number.NaN, 1],
    [1, Number.POSITIVE_INFINITY],
  ])('refuses batch %d at capacity %d', (batch, capacity) => {
    expect(() => balancedSlices(batch, capacity)).toThrow(RangeError);
  });
});
