import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { budgetAt, eventsBetween } from '../../../../src/core/weather/weather-at.ts';
import { paintBudget } from '../../../../src/ui/weather/paint-budget.ts';
import { entriesOf, type WeatherEntry, weatherOf } from '../../../../src/ui/weather/weather-entries.ts';
import { anyWeather } from '../../core/weather/any-weather.ts';

const UPDATES = 60;
const OWN_MIB = 8;
/** Exactly what was painted, however many steps it takes. */
const EXACT = { ownMiB: OWN_MIB, updates: UPDATES, tolerance: 1, maximumSteps: UPDATES } as const;
const END = { update: UPDATES, slice: 99 };

function budgets(entries: readonly WeatherEntry[]): readonly number[] {
  const weather = weatherOf(entries);
  return Array.from({ length: UPDATES }, (_, index) => budgetAt(weather, index + 1, 1) ?? OWN_MIB);
}

const anyStroke = fc
  .tuple(
    fc.integer({ min: 1, max: UPDATES }),
    fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 20 }),
  )
  .map(([from, budgetsMiB]) => ({ from, budgetsMiB: budgetsMiB.slice(0, UPDATES - from + 1) }));

describe('painting', () => {
  it('decides the updates it went over and no others, whatever the weather was', () => {
    fc.assert(
      fc.property(anyWeather, anyStroke, (weather, stroke) => {
        const before = budgets(entriesOf(weather));
        const after = budgets(paintBudget(entriesOf(weather), stroke, EXACT));
        const to = stroke.from + stroke.budgetsMiB.length - 1;
        for (const [index, budgetMiB] of after.entries()) {
          const update = index + 1;
          const painted = stroke.budgetsMiB[update - stroke.from];
          if (update >= stroke.from && update <= to) expect(budgetMiB).toBe(painted);
          // Where a ramp was cut, its end is written with four digits.
          else expect(Math.abs(budgetMiB / (before[index] ?? Number.NaN) - 1)).toBeLessThan(1e-3);
        }
      }),
    );
  });

  it('leaves losses and failures where they are', () => {
    fc.assert(
      fc.property(anyWeather, anyStroke, (weather, stroke) => {
        const after = weatherOf(paintBudget(entriesOf(weather), stroke, EXACT));
        expect(eventsBetween(after, undefined, END)).toEqual(eventsBetween(weather, undefined, END));
      }),
    );
  });

  it('adds one entry a change, and one to go back', () => {
    const budgetsMiB = [4, 4, 4, 6, 6];
    expect(paintBudget([], { from: 10, budgetsMiB }, EXACT)).toEqual([
      { kind: 'budget', update: 10, budgetMiB: 4 },
      { kind: 'budget', update: 13, budgetMiB: 6 },
      { kind: 'budget', update: 15, budgetMiB: OWN_MIB },
    ]);
  });

  it('has nothing to go back to after the last update', () => {
    expect(paintBudget([], { from: UPDATES, budgetsMiB: [4] }, EXACT)).toEqual([
      { kind: 'budget', update: UPDATES, budgetMiB: 4 },
    ]);
  });

  it('says nothing where it paints what is there', () => {
    expect(paintBudget([], { from: 10, budgetsMiB: [OWN_MIB, OWN_MIB] }, EXACT)).toEqual([]);
  });

  it('lets a ramp go on behind it', () => {
    const ramp = { kind: 'ramp', from: 10, to: 30, fromMiB: 10, toMiB: 30 } as const;
    expect(paintBudget([ramp], { from: 15, budgetsMiB: [5, 5] }, EXACT)).toEqual([
      { kind: 'ramp', from: 10, to: 14, fromMiB: 10, toMiB: 14 },
      { kind: 'budget', update: 15, budgetMiB: 5 },
      { kind: 'ramp', from: 17, to: 30, fromMiB: 17, toMiB: 30 },
    ]);
  });

  it('cuts a spike in two', () => {
    const spike = { kind: 'spike', from: 10, to: 20, budgetMiB: 2 } as const;
    expect(paintBudget([spike], { from: 14, budgetsMiB: [5] }, EXACT)).toEqual([
      { ...spike, to: 13 },
      { kind: 'budget', update: 14, budgetMiB: 5 },
      { ...spike, from: 15 },
      { kind: 'budget', update: 15, budgetMiB: OWN_MIB },
    ]);
  });
});
