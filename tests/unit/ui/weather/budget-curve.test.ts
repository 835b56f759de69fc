import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALM } from '../../../../src/core/weather/weather.ts';
import { budgetAt } from '../../../../src/core/weather/weather-at.ts';
import { budgetCurve } from '../../../../src/ui/weather/budget-curve.ts';
import { anyWeather } from '../../core/weather/any-weather.ts';

const RUN = { ownMiB: 8, updates: 60, slices: 4 } as const;

describe('the curve of the budget', () => {
  it('is the person’s budget where the weather says nothing', () => {
    expect(budgetCurve({ ...RUN, weather: CALM })).toEqual([{ at: 1, budgetMiB: 8, isWeather: false }]);
  });

  it('steps where the weather does, in the middle of an update too', () => {
    const weather = {
      points: [{ update: 10, slice: 3, budgetMiB: 4 }],
      ramps: [],
      spikes: [{ from: 2, to: 4, budgetMiB: 16 }],
    };
    expect(budgetCurve({ ...RUN, weather })).toEqual([
      { at: 1, budgetMiB: 8, isWeather: false },
      { at: 2, budgetMiB: 16, isWeather: true },
      { at: 5, budgetMiB: 8, isWeather: false },
      { at: 10.5, budgetMiB: 4, isWeather: true },
    ]);
  });

  it('says at the beginning of every update what the run meets there', () => {
    fc.assert(
      fc.property(anyWeather, (weather) => {
        // A ramp of a million updates is drawn in 256 steps; these are shorter than the run.
        const short = { ...weather, ramps: weather.ramps.filter(({ to }) => to <= 60) };
        const curve = budgetCurve({ ...RUN, weather: short });
        for (let update = 1; update <= RUN.updates; update++) {
          const said = budgetAt(short, update, 1);
          const shown = curve.findLast(({ at }) => at <= update);
          expect(shown).toMatchObject({ budgetMiB: said ?? RUN.ownMiB, isWeather: said !== undefined });
        }
      }),
    );
  });
});
