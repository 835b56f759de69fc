import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bisect } from '../../../../../src/core/batch/search-strategies/bisect.ts';
import { power } from '../../../../../src/core/batch/search-strategies/power.ts';
import { deviceFor, trace } from './probes.ts';

it('doubles from 2 until a size is refused, then halves the gap', async () => {
  expect(await trace(bisect, 512, deviceFor(20))).toEqual({
    capacity: 20,
    ending: 'chosen',
    sizes: [2, 4, 8, 16, -32, -24, 20, -22, -21],
    failedProbes: 4,
  });
});

it('runs 1 before it answers 1', async () => {
  expect(await trace(bisect, 512, deviceFor(1))).toMatchObject({ capacity: 1, sizes: [-2, 1] });
  expect(await trace(bisect, 512, deviceFor(0))).toMatchObject({ capacity: 0, sizes: [-2, -1] });
});

it('finds the largest size of any monotone device', async () => {
  const sizes = fc.integer({ min: 1, max: 16_384 });
  const property = fc.asyncProperty(sizes, sizes, async (capacity, upperBound) => {
    expect((await trace(bisect, upperBound, deviceFor(capacity))).capacity).toBe(Math.min(capacity, upperBound));
  });
  await fc.assert(property, { numRuns: 300 });
});

it('its flaw: for the rest of the size it fails up to once an octave, where power fails once', async () => {
  // 8,192 fits and 8,193 does not: all 13 sizes between 8,192 and 16,384 are refused, after 16,384 itself.
  expect(await trace(bisect, 16_384, deviceFor(8192))).toMatchObject({ capacity: 8192, failedProbes: 14 });
  expect(await trace(power, 16_384, deviceFor(8192))).toMatchObject({ capacity: 8192, failedProbes: 1 });
});
