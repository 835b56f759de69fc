import fc from 'fast-check';
import { expect, it } from 'vitest';
import { halving } from '../../../../../src/core/batch/search-strategies/halving.ts';
import { deviceFor, trace } from './probes.ts';

it('halves from the batch until a size passes', async () => {
  expect(await trace(halving, 512, deviceFor(200))).toEqual({
    capacity: 128,
    ending: 'chosen',
    sizes: [-512, -256, 128],
    failedProbes: 2,
  });
  expect((await trace(halving, 100, deviceFor(4))).sizes).toEqual([-100, -50, -25, -12, -6, 3]);
});

it('its flaw: finds at least half of the largest size, and just that one below a half of the batch', async () => {
  const sizes = fc.integer({ min: 1, max: 16_384 });
  const property = fc.asyncProperty(sizes, sizes, async (capacity, upperBound) => {
    const found = (await trace(halving, upperBound, deviceFor(capacity))).capacity;
    expect(found).toBeGreaterThanOrEqual(Math.min(capacity, upperBound) / 2);
  });
  await fc.assert(property, { numRuns: 300 });
  expect((await trace(halving, 4096, deviceFor(2047))).capacity / 2047).toBeCloseTo(0.5, 3);
});

it('its flaw: every probe but the last is a failure, and one that reassures', async () => {
  // 4,096 … 4 is refused eleven times, 2 passes; after eight of them one example is tried.
  expect(await trace(halving, 4096, deviceFor(3))).toMatchObject({ capacity: 2, failedProbes: 11 });
});
