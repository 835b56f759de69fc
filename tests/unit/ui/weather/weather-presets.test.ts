import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { budgetAt, eventsBetween } from '../../../../src/core/weather/weather-at.ts';
import { canonicalWeather, weatherToText } from '../../../../src/core/weather/weather-text.ts';
import { randomPreset, WEATHER_PRESET_IDS, weatherPreset } from '../../../../src/ui/weather/weather-presets.ts';

const PLAN = { ownMiB: 4.75, smallestMiB: 3.61, updates: 300 } as const;
const END = { update: 300, slice: 1 };

describe('ready-made weather', () => {
  it('is weather, whatever the plan, and never asks for less than trains', () => {
    const anyPlan = fc.record({
      ownMiB: fc.double({ min: 1, max: 1e6, noNaN: true }),
      smallestMiB: fc.option(fc.double({ min: 0.5, max: 1e6, noNaN: true }), { nil: undefined }),
      updates: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(anyPlan, fc.constantFrom(...WEATHER_PRESET_IDS), (plan, id) => {
        const weather = weatherPreset(id, plan);
        const text = weatherToText(weather);
        expect(canonicalWeather(text)).toBe(text);
        const floorMiB = plan.smallestMiB !== undefined && plan.smallestMiB < plan.ownMiB ? plan.smallestMiB : 0;
        const budgets = [...weather.points, ...weather.ramps].flatMap((entry) =>
          'budgetMiB' in entry ? [entry.budgetMiB] : 'toMiB' in entry ? [entry.toMiB] : [],
        );
        for (const budgetMiB of budgets) expect(budgetMiB).toBeGreaterThanOrEqual(floorMiB);
      }),
    );
  });

  it('at random asks for no less than trains, and is the same for the same seed', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const random = randomPreset(seed, PLAN);
        for (let update = 1; update <= PLAN.updates; update++) {
          expect(budgetAt(random, update, 9) ?? PLAN.ownMiB).toBeGreaterThanOrEqual(PLAN.smallestMiB);
        }
        expect(randomPreset(seed, PLAN)).toEqual(random);
        expect(random.points.length + random.ramps.length + random.spikes.length).toBeGreaterThan(0);
      }),
      { numRuns: 20 },
    );
  });

  it('takes half of the room for examples, not half of the parameters, and gives it back', () => {
    const half = weatherPreset('half', PLAN);
    // 3.61 + 1.14 / 2 = 4.18, rounded within a fifth of the way to either end.
    expect(budgetAt(half, 101, 1)).toBe(4.2);
    expect([budgetAt(half, 100, 1), budgetAt(half, 201, 1)]).toEqual([undefined, 4.75]);
  });

  it('lets a neighbour come and go', () => {
    const neighbour = weatherPreset('neighbour', PLAN);
    const [full, low, back] = [76, 160, 300].map((update) => budgetAt(neighbour, update, 1));
    expect([full, back]).toEqual([4.75, 4.75]);
    expect(low).toBeLessThan(4.1);
  });

  it('loses the device once, and fails nine times, which a run survives', () => {
    expect(eventsBetween(weatherPreset('lost', PLAN), undefined, END)).toEqual([{ update: 151, lost: true }]);
    expect(eventsBetween(weatherPreset('storm', PLAN), undefined, END)).toEqual([{ update: 101, failAllocations: 9 }]);
  });
});
