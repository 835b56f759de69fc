import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALM, type Weather } from '../../../../src/core/weather/weather.ts';
import { budgetAt, eventsBetween, type Moment } from '../../../../src/core/weather/weather-at.ts';
import { anyWeather } from './any-weather.ts';

describe('budgetAt', () => {
  it('says nothing in calm weather, nor before the first change', () => {
    expect(budgetAt(CALM, 1, 1)).toBeUndefined();
    expect(budgetAt({ ...CALM, points: [{ update: 3, lost: true }] }, 5, 1)).toBeUndefined();
    expect(budgetAt({ ...CALM, points: [{ update: 3, slice: 2, budgetMiB: 5 }] }, 3, 1)).toBeUndefined();
  });

  it('steps before the slice that is named, the first of an update where none is, and stays', () => {
    const weather = {
      ...CALM,
      points: [
        { update: 30, budgetMiB: 8 },
        { update: 10, slice: 2, budgetMiB: 4 },
      ],
    };
    const seen = [
      [10, 1],
      [10, 2],
      [11, 1],
      [29, 9],
      [30, 1],
      [99, 1],
    ].map(([update = 0, slice = 0]) => budgetAt(weather, update, slice));
    expect(seen).toEqual([undefined, 4, 4, 4, 8, 8]);
  });

  it('takes the step written last of two at one moment', () => {
    const weather = {
      ...CALM,
      points: [
        { update: 2, budgetMiB: 8 },
        { update: 2, slice: 1, budgetMiB: 4 },
      ],
    };
    expect(budgetAt(weather, 2, 1)).toBe(4);
  });

  it('ramps a step an update, from the first budget to the second, and stays there', () => {
    const weather = { ...CALM, ramps: [{ from: 10, to: 14, fromMiB: 8, toMiB: 4 }] };
    const seen = [9, 10, 11, 12, 13, 14, 15].map((update) => budgetAt(weather, update, 1));
    expect(seen).toEqual([undefined, 8, 7, 6, 5, 4, 4]);
    expect(budgetAt(weather, 11, 7)).toBe(7);
  });

  it('lets a step end a ramp and a ramp end a step', () => {
    const weather: Weather = {
      points: [
        { update: 5, budgetMiB: 100 },
        { update: 12, slice: 3, budgetMiB: 50 },
      ],
      ramps: [{ from: 10, to: 20, fromMiB: 10, toMiB: 20 }],
      spikes: [],
    };
    expect([9, 10, 12, 13].map((update) => budgetAt(weather, update, 1))).toEqual([100, 10, 12, 50]);
  });

  it('has the smallest spike while there are some, then what it would have been', () => {
    const weather: Weather = {
      points: [
        { update: 1, budgetMiB: 100 },
        { update: 6, budgetMiB: 60 },
      ],
      ramps: [],
      spikes: [
        { from: 5, to: 7, budgetMiB: 20 },
        { from: 7, to: 8, budgetMiB: 500 },
      ],
    };
    expect([4, 5, 6, 7, 8, 9].map((update) => budgetAt(weather, update, 1))).toEqual([100, 20, 20, 20, 500, 60]);
  });

  it('never leaves the range of the budgets that are written', () => {
    fc.assert(
      fc.property(
        anyWeather,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 6 }),
        (weather, update, slice) => {
          const written = [
            ...weather.points.flatMap((point) => ('budgetMiB' in point ? [point.budgetMiB] : [])),
            ...weather.ramps.flatMap(({ fromMiB, toMiB }) => [fromMiB, toMiB]),
            ...weather.spikes.map(({ budgetMiB }) => budgetMiB),
          ];
          const budget = budgetAt(weather, update, slice);
          if (budget === undefined) return;
          // Half a unit in the last place: a ramp's sum is rounded.
          expect(budget).toBeGreaterThanOrEqual(Math.min(...written) * (1 - 1e-15));
          expect(budget).toBeLessThanOrEqual(Math.max(...written) * (1 + 1e-15));
        },
      ),
    );
  });
});

describe('eventsBetween', () => {
  it('gives what happens after one moment and up to another, in order', () => {
    const weather: Weather = {
      ...CALM,
      points: [
        { update: 4, failAllocations: 2 },
        { update: 3, slice: 9, lost: true },
        { update: 3, budgetMiB: 5 },
        { update: 1, lost: true },
      ],
    };
    expect(eventsBetween(weather, undefined, { update: 1, slice: 1 })).toEqual([{ update: 1, lost: true }]);
    expect(eventsBetween(weather, { update: 1, slice: 1 }, { update: 3, slice: 8 })).toEqual([]);
    // Slice 9 of an update of eight slices: with the first slice of the next one.
    expect(eventsBetween(weather, { update: 3, slice: 8 }, { update: 4, slice: 1 })).toEqual([
      { update: 3, slice: 9, lost: true },
      { update: 4, failAllocations: 2 },
    ]);
  });

  it('misses none and repeats none, whatever the slices of each update are', () => {
    const slices = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(anyWeather, slices, (weather, slicesOfUpdates) => {
        const seen = [];
        let before: Moment | undefined;
        for (const [index, count] of slicesOfUpdates.entries()) {
          for (let slice = 1; slice <= count; slice++) {
            const now = { update: index + 1, slice };
            seen.push(...eventsBetween(weather, before, now));
            before = now;
          }
        }
        expect(seen).toEqual(eventsBetween(weather, undefined, before ?? { update: 0, slice: 0 }));
        expect(new Set(seen).size).toBe(seen.length);
      }),
    );
  });
});
