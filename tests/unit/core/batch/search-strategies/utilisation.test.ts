import fc from 'fast-check';
import { expect, it } from 'vitest';
import { utilisation } from '../../../../../src/core/batch/search-strategies/utilisation.ts';
import { affineDevice, deviceFor, trace } from './probes.ts';

it('tries the whole batch, then 64, doubles below 60 % of the budget and stops within 60 to 80 %', async () => {
  // 64, 128 and 256 of 400 examples: 16, 32 and 64 %.
  expect(await trace(utilisation, 4096, deviceFor(400))).toEqual({
    capacity: 256,
    ending: 'chosen',
    sizes: [-4096, 64, 128, 256],
    failedProbes: 1,
  });
});

it('halves a size that fits but takes more than 80 %', async () => {
  // 64 and 32 of 70 examples: 91 and 46 %; doubling again would only lead back to 64.
  expect(await trace(utilisation, 4096, deviceFor(70))).toMatchObject({ capacity: 32, sizes: [-4096, 64, 32] });
  // 8 of 12 examples are 67 %.
  expect(await trace(utilisation, 4096, deviceFor(12))).toMatchObject({
    capacity: 8,
    sizes: [-4096, -64, -32, -16, 8],
  });
});

it('counts the ends of the band as inside', async () => {
  expect((await trace(utilisation, 4096, affineDevice(1000, 10, 160))).capacity).toBe(64);
  expect((await trace(utilisation, 4096, affineDevice(1000, 5, 280))).capacity).toBe(64);
});

it('takes a whole batch that fits, at whatever share of the budget, and starts at half of one that is no larger than 64', async () => {
  expect(await trace(utilisation, 100, deviceFor(101))).toMatchObject({ sizes: [100], ending: 'whole-batch' });
  expect(await trace(utilisation, 40, deviceFor(30))).toMatchObject({ capacity: 20, sizes: [-40, 20] });
});

it('ends where no doubled size is within the band, which would halve and double for ever', async () => {
  // 64 of 128 examples: 50 %. 128: 100 %.
  expect(await trace(utilisation, 4096, deviceFor(128))).toMatchObject({ capacity: 64, sizes: [-4096, 64, 128] });
});

it('doubles while the bytes are not known', async () => {
  const probe = (size: number) => ({
    peakBytes: 0,
    verdict: { type: size <= 300 ? ('fits' as const) : ('out-of-memory' as const) },
    elapsedMs: 0,
  });
  const search = await trace(utilisation, 4096, { budgetBytes: 1000, probe });
  expect(search).toMatchObject({ capacity: 256, sizes: [-4096, 64, 128, 256, -512] });
});

it('its flaw: finds 40 to 80 % of the largest size where all memory is for examples', async () => {
  const capacities = fc.integer({ min: 2, max: 16_383 });
  const property = fc.asyncProperty(capacities, async (capacity) => {
    const found = (await trace(utilisation, 32_768, deviceFor(capacity))).capacity;
    expect(found / capacity).toBeGreaterThan(0.4);
    expect(found / capacity).toBeLessThanOrEqual(0.8);
  });
  await fc.assert(property, { numRuns: 300 });
  // 128 of 159 examples are 80.5 %, 64 are 40 %.
  expect((await trace(utilisation, 4096, deviceFor(159))).capacity / 159).toBeCloseTo(0.4, 2);
});

it('its flaw: answers 1 where 1,000 fit, when parameters and optimizer fill 85 % of the budget', async () => {
  const device = affineDevice(1_000_000, 150, 850_000);
  expect(await trace(utilisation, 4096, device)).toMatchObject({ capacity: 1, sizes: [-4096, 64, 32, 16, 8, 4, 2, 1] });
  expect(device.probe(1000).verdict.type).toBe('fits');
});
