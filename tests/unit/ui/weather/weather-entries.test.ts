import fc from 'fast-check';
import { expect, it } from 'vitest';
import { budgetAt, eventsBetween } from '../../../../src/core/weather/weather-at.ts';
import { asKind, ENTRY_KINDS, entriesOf, inOrder, weatherOf } from '../../../../src/ui/weather/weather-entries.ts';
import { anyWeather } from '../../core/weather/any-weather.ts';

it('weather comes back from its entries as it was', () => {
  fc.assert(
    fc.property(anyWeather, (weather) => {
      expect(weatherOf(entriesOf(weather))).toEqual(weather);
    }),
  );
});

it('entries in the order of time say the same', () => {
  fc.assert(
    fc.property(
      anyWeather,
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 8 }),
      (weather, update, slice) => {
        const ordered = weatherOf(inOrder(entriesOf(weather)));
        expect(budgetAt(ordered, update, slice)).toBe(budgetAt(weather, update, slice));
        const now = { update, slice };
        expect(eventsBetween(ordered, undefined, now)).toEqual(eventsBetween(weather, undefined, now));
      },
    ),
  );
});

it('an entry keeps its place, slice and budget when it becomes another kind', () => {
  const step = { kind: 'budget', update: 12, slice: 3, budgetMiB: 5 } as const;
  expect(asKind(step, 'lost', 8)).toEqual({ kind: 'lost', update: 12, slice: 3 });
  expect(asKind(step, 'spike', 8)).toEqual({ kind: 'spike', from: 12, to: 22, budgetMiB: 5 });
  expect(asKind(step, 'ramp', 8)).toEqual({ kind: 'ramp', from: 12, to: 22, fromMiB: 8, toMiB: 5 });
  expect(asKind({ kind: 'spike', from: 4, to: 90, budgetMiB: 2 }, 'ramp', 8)).toEqual({
    kind: 'ramp',
    from: 4,
    to: 90,
    fromMiB: 8,
    toMiB: 2,
  });
  expect(asKind({ kind: 'lost', update: 7 }, 'budget', 8)).toEqual({ kind: 'budget', update: 7, budgetMiB: 8 });
});

it('an entry of a kind is itself as that kind', () => {
  fc.assert(
    fc.property(anyWeather, fc.constantFrom(...ENTRY_KINDS), (weather, kind) => {
      for (const entry of entriesOf(weather)) {
        expect(asKind(entry, entry.kind, 8)).toBe(entry);
        expect(asKind(entry, kind, 8).kind).toBe(kind);
      }
    }),
  );
});
