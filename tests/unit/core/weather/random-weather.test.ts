import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { randomWeather } from '../../../../src/core/weather/random-weather.ts';
import { weatherSchema } from '../../../../src/core/weather/weather.ts';
import { budgetAt } from '../../../../src/core/weather/weather-at.ts';

const RUN = { seed: 1, updates: 2000, fromMiB: 3.7, toMiB: 5.25 };

describe('random weather', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(randomWeather(RUN)).toEqual(randomWeather(RUN));
    expect(randomWeather({ ...RUN, seed: 2 })).not.toEqual(randomWeather(RUN));
  });

  it('has everything in a run of 2,000 updates', () => {
    const { points, ramps, spikes } = randomWeather(RUN);
    const lost = points.filter((point) => 'lost' in point).length;
    const storms = points.filter((point) => 'failAllocations' in point).length;
    const steps = points.length - lost - storms;
    expect([lost, storms]).toEqual([5, 10]);
    expect(steps + ramps.length + spikes.length).toBe(83);
    for (const count of [steps, ramps.length, spikes.length]) expect(count).toBeGreaterThan(10);
  });

  it('is valid weather within its bounds, whose storms never come two at once', () => {
    const parts = fc.record({
      seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      updates: fc.integer({ min: 1, max: 100_000 }),
      fromMiB: fc.double({ min: 0.001, max: 100, noNaN: true }),
      toMiB: fc.double({ min: 100, max: 1_048_576, noNaN: true }),
    });
    fc.assert(
      fc.property(parts, fc.nat(100_000), (drawn, update) => {
        const weather = randomWeather(drawn);
        expect(v.is(weatherSchema, weather)).toBe(true);
        const budgetMiB = budgetAt(weather, 1 + (update % drawn.updates), 1) ?? drawn.fromMiB;
        expect(budgetMiB).toBeGreaterThanOrEqual(drawn.fromMiB);
        expect(budgetMiB).toBeLessThanOrEqual(drawn.toMiB);
        const storms = weather.points.filter((point) => 'failAllocations' in point);
        for (const [i, { update: at, failAllocations }] of storms.entries()) {
          expect(failAllocations).toBeLessThanOrEqual(9);
          expect(at - (storms[i - 1]?.update ?? -9)).toBeGreaterThan(3);
        }
      }),
      { numRuns: 200 },
    );
  });
});
