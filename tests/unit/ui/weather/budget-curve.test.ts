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
        const curve = budgetCurve({ ...RUN, weather });
        for (let update = 1; update <= RUN.updates; update++) {
          const said = budgetAt(weather, update, 1);
          const shown = curve.findLast(({ at }) => at <= update);
          expect(shown).toMatchObject({ budgetMiB: said ?? RUN.ownMiB, isWeather: said !== undefined });
        }
      }),
    );
  });

  it('of as much weather as there may be has no more steps than a picture can show', () => {
    const updates = 1_000_000;
    const each = <Entry>(entry: (index: number) => Entry) => Array.from({ length: 200 }, (_, index) => entry(index));
    const weather = {
      points: each((index) => ({ update: 1 + index, budgetMiB: 1 + index })),
      ramps: each((index) => ({ from: 1 + index, to: updates - index, fromMiB: 1, toMiB: 2 + index })),
      spikes: each((index) => ({ from: 1 + 9 * index, to: 5 + 9 * index, budgetMiB: 3 })),
    };
    expect(budgetCurve({ ...RUN, updates, weather }).length).toBeLessThan(2500);
  });
});
