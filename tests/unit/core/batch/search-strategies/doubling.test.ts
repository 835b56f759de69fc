import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDoubling, doubling } from '../../../../../src/core/batch/search-strategies/doubling.ts';
import { deviceFor, trace } from './probes.ts';

it('doubles until a size is refused, and goes back to the one before', async () => {
  expect(await trace(doubling, 512, deviceFor(20))).toEqual({
    capacity: 16,
    ending: 'chosen',
    sizes: [1, 2, 4, 8, 16, -32],
    failedProbes: 1,
  });
});

it('ends its doubling at the upper bound, and tries it', async () => {
  expect((await trace(doubling, 100, deviceFor(100))).sizes).toEqual([1, 2, 4, 8, 16, 32, 64, 100]);
  // Half of the refused 100 is 50, but 64 has passed.
  expect(await trace(doubling, 100, deviceFor(99))).toMatchObject({ capacity: 64, failedProbes: 1 });
});

it('its flaw: finds more than half of the largest size, and just that below a power of two', async () => {
  const sizes = fc.integer({ min: 1, max: 16_384 });
  const property = fc.asyncProperty(sizes, sizes, async (capacity, upperBound) => {
    const found = (await trace(doubling, upperBound, deviceFor(capacity))).capacity;
    expect(found).toBeGreaterThan(Math.min(capacity, upperBound) / 2);
  });
  await fc.assert(property, { numRuns: 300 });
  expect((await trace(doubling, 4096, deviceFor(1023))).capacity / 1023).toBeCloseTo(0.5, 2);
});

it('with the last octave bisected finds the largest size', async () => {
  const exact = createDoubling({ bisectLastOctave: true });
  expect((await trace(exact, 512, deviceFor(20))).sizes).toEqual([1, 2, 4, 8, 16, -32, -24, 20, -22, -21]);
  const sizes = fc.integer({ min: 1, max: 16_384 });
  const property = fc.asyncProperty(sizes, sizes, async (capacity, upperBound) => {
    expect((await trace(exact, upperBound, deviceFor(capacity))).capacity).toBe(Math.min(capacity, upperBound));
  });
  await fc.assert(property, { numRuns: 300 });
});
