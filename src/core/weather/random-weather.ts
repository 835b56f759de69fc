import { FAILURES_IN_A_ROW } from '../failures-in-a-row.ts';
import { createPrng, type Prng } from '../prng.ts';
import type { Weather, WeatherPoint, WeatherRamp, WeatherSpike } from './weather.ts';

export interface RandomWeatherParts {
  /** 0 to 2³² − 1. Equal parts give equal weather. */
  readonly seed: number;
  /** Updates of the run, 1 or more. */
  readonly updates: number;
  /** Between which all budgets lie, both included. */
  readonly fromMiB: number;
  readonly toMiB: number;
}

/** One change of the budget in so many updates, on average: some come within the time in which a plan settles. */
const UPDATES_A_CHANGE = 24;
/** Whatever the length: fewer than a list of weather may have. */
const MOST_CHANGES = 180;
const LONGEST_RAMP = 30;
const LONGEST_SPIKE = 5;
const LAST_SLICE = 6;
const STORMS = { updatesEach: 200, most: 10, updatesApart: 3 } as const;
const LOSSES = { updatesEach: 400, most: 5, updatesApart: 1 } as const;
const MOST_FAILURES = FAILURES_IN_A_ROW - 1;

/**
 * Weather for a test of endurance: steps, ramps and spikes of the budget all along, a device lost now and then, and storms
 * of failures that are too few to end a run, with updates between them. A run that does what it should survives all of it.
 */
export function randomWeather({ seed, updates, fromMiB, toMiB }: RandomWeatherParts): Weather {
  const prng = createPrng(seed, 'weather');
  // Three decimals are enough for anybody, and for an address.
  const budgetMiB = () => Math.min(toMiB, Math.ceil((fromMiB + prng.nextFloat() * (toMiB - fromMiB)) * 1000) / 1000);
  const points: WeatherPoint[] = [];
  const ramps: WeatherRamp[] = [];
  const spikes: WeatherSpike[] = [];
  for (const from of spread(prng, updates, { updatesEach: UPDATES_A_CHANGE, most: MOST_CHANGES, updatesApart: 0 })) {
    const kind = prng.nextBelow(4);
    if (kind === 0) spikes.push({ from, to: from + prng.nextBelow(LONGEST_SPIKE), budgetMiB: budgetMiB() });
    else if (kind === 1) {
      ramps.push({ from, to: from + 1 + prng.nextBelow(LONGEST_RAMP), fromMiB: budgetMiB(), toMiB: budgetMiB() });
    } else points.push({ ...momentIn(prng, from), budgetMiB: budgetMiB() });
  }
  for (const update of spread(prng, updates, STORMS)) {
    points.push({ ...momentIn(prng, update), failAllocations: 1 + prng.nextBelow(MOST_FAILURES) });
  }
  for (const update of spread(prng, updates, LOSSES)) points.push({ ...momentIn(prng, update), lost: true });
  return { points, ramps, spikes };
}

interface Frequency {
  readonly updatesEach: number;
  readonly most: number;
  /** At least so many updates lie between two. */
  readonly updatesApart: number;
}

/** Updates, rising: one somewhere in each of so many equal parts of the run. */
function spread(prng: Prng, updates: number, { updatesEach, most, updatesApart }: Frequency): number[] {
  const count = Math.min(most, Math.floor(updates / updatesEach));
  const length = Math.floor(updates / count);
  return Array.from({ length: count }, (_, part) => 1 + part * length + prng.nextBelow(length - updatesApart));
}

/** Before the first slice of an update, or a later one, which it may not have. */
function momentIn(prng: Prng, update: number): { readonly update: number; readonly slice?: number } {
  const slice = 1 + prng.nextBelow(LAST_SLICE);
  return slice === 1 ? { update } : { update, slice };
}
