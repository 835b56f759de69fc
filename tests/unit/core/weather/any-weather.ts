import fc from 'fast-check';
import type { Weather, WeatherPoint } from '../../../../src/core/weather/weather.ts';

const update = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 1_000_000 }));
const slice = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 16_384 }));
const budgetMiB = fc.oneof(
  fc.integer({ min: 1, max: 1_048_576 }),
  fc.double({ min: 0.001, max: 1_048_576, noNaN: true }),
);
const moment = fc.record({ update, slice }, { requiredKeys: ['update'] });

const point: fc.Arbitrary<WeatherPoint> = fc.oneof(
  fc.tuple(moment, budgetMiB).map(([at, budget]) => ({ ...at, budgetMiB: budget })),
  moment.map((at) => ({ ...at, lost: true as const })),
  fc.tuple(moment, fc.integer({ min: 1, max: 1000 })).map(([at, failAllocations]) => ({ ...at, failAllocations })),
);

const span = fc.tuple(update, update).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));

/** Any weather that is valid. */
export const anyWeather: fc.Arbitrary<Weather> = fc.record({
  points: fc.array(point, { maxLength: 8 }),
  ramps: fc.array(
    fc
      .tuple(span, budgetMiB, budgetMiB)
      .map(([{ from, to }, fromMiB, toMiB]) => ({ from, to: to === from ? to + 1 : to, fromMiB, toMiB }))
      .filter(({ to }) => to <= 1_000_000),
    { maxLength: 4 },
  ),
  spikes: fc.array(
    fc.tuple(span, budgetMiB).map(([between, budget]) => ({ ...between, budgetMiB: budget })),
    { maxLength: 4 },
  ),
});
