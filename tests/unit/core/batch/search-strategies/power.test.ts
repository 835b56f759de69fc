import fc from 'fast-check';
import { expect, it } from 'vitest';
import { doubling } from '../../../../../src/core/batch/search-strategies/doubling.ts';
import { power } from '../../../../../src/core/batch/search-strategies/power.ts';
import { deviceFor, trace } from './probes.ts';

it('doubles from 2 until a size is refused, and answers with the one before', async () => {
  expect(await trace(power, 512, deviceFor(20))).toEqual({
    capacity: 16,
    ending: 'chosen',
    sizes: [2, 4, 8, 16, -32],
    failedProbes: 1,
  });
});

it('tries 1 where 2 is refused, and does not double again into the 2', async () => {
  expect((await trace(power, 512, deviceFor(1))).sizes).toEqual([-2, 1]);
  expect(await trace(power, 512, deviceFor(0))).toMatchObject({ sizes: [-2, -1], ending: 'nothing-fits' });
});

it('answers 8 where 8 fits and 16 does not, and 4,096 at a capacity of 5,000 under a cap of 8,192', async () => {
  expect((await trace(power, 1024, deviceFor(8))).capacity).toBe(8);
  expect((await trace(power, 8192, deviceFor(5000))).capacity).toBe(4096);
});

it('its flaw: finds what doubling finds, more than half of the largest size', async () => {
  const sizes = fc.integer({ min: 1, max: 16_384 });
  const property = fc.asyncProperty(sizes, sizes, async (capacity, upperBound) => {
    const found = (await trace(power, upperBound, deviceFor(capacity))).capacity;
    expect(found).toBe((await trace(doubling, upperBound, deviceFor(capacity))).capacity);
    expect(found).toBeGreaterThan(Math.min(capacity, upperBound) / 2);
  });
  await fc.assert(property, { numRuns: 300 });
  expect((await trace(power, 16_384, deviceFor(8191))).capacity / 8191).toBeCloseTo(0.5, 3);
});
