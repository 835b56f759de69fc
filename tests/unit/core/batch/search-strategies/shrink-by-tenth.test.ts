import fc from 'fast-check';
import { expect, it } from 'vitest';
import { doubling } from '../../../../../src/core/batch/search-strategies/doubling.ts';
import { shrinkByTenth } from '../../../../../src/core/batch/search-strategies/shrink-by-tenth.ts';
import { deviceFor, trace } from './probes.ts';

it('takes a tenth off until a size passes', async () => {
  expect(await trace(shrinkByTenth, 128, deviceFor(100))).toEqual({
    capacity: 92,
    ending: 'chosen',
    sizes: [-128, -115, -103, 92],
    failedProbes: 3,
  });
  expect((await trace(shrinkByTenth, 10, deviceFor(7))).sizes).toEqual([-10, -9, -8, 7]);
});

it('finds at least nine tenths of the largest size', async () => {
  const sizes = fc.integer({ min: 1, max: 16_384 });
  const property = fc.asyncProperty(sizes, sizes, async (capacity, upperBound) => {
    const found = (await trace(shrinkByTenth, upperBound, deviceFor(capacity))).capacity;
    expect(10 * found).toBeGreaterThanOrEqual(9 * Math.min(capacity, upperBound));
  });
  await fc.assert(property, { numRuns: 300 });
});

it('its flaw: fails 25 times from 256 down to 15 where 16 fit, and doubling fails once', async () => {
  expect(await trace(shrinkByTenth, 256, deviceFor(16))).toMatchObject({ capacity: 15, failedProbes: 25 });
  expect(await trace(doubling, 256, deviceFor(16))).toMatchObject({ capacity: 16, failedProbes: 1 });
});

it('its flaw: fails 75 times for a batch of 16,384 where one example fits', async () => {
  // 76 sizes from 16,384 to 1, of which only the 1 passes; it is tried early and remembered.
  const { capacity, failedProbes, sizes } = await trace(shrinkByTenth, 16_384, deviceFor(1));
  expect([capacity, failedProbes, sizes.length]).toEqual([1, 75, 76]);
});
