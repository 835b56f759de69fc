/** Weather made to measure for the plan on show. Pure. */

import { FAILURES_IN_A_ROW } from '../../core/failures-in-a-row.ts';
import { randomWeather } from '../../core/weather/random-weather.ts';
import { CALM, type Weather } from '../../core/weather/weather.ts';
import { clampBudget, roundestBetween } from './round-budget.ts';
import { type WeatherEntry, weatherOf } from './weather-entries.ts';

export const WEATHER_PRESET_IDS = ['calm', 'half', 'neighbour', 'lost', 'storm'] as const;
export type WeatherPresetId = (typeof WEATHER_PRESET_IDS)[number];

export interface PresetFacts {
  /** The person's budget. */
  readonly ownMiB: number;
  /** The smallest budget that trains, where the plan tells. */
  readonly smallestMiB: number | undefined;
  /** Updates of the run. */
  readonly updates: number;
}

export function weatherPreset(id: WeatherPresetId, { ownMiB, smallestMiB, updates }: PresetFacts): Weather {
  const at = (share: number) => Math.min(updates, 1 + Math.round(share * updates));
  const level = (shareOfRoom: number) => levelOf(ownMiB, smallestMiB, shareOfRoom);
  switch (id) {
    case 'calm':
      return CALM;
    case 'half':
      return weatherOf([...step(at(1 / 3), level(1 / 2)), ...step(at(2 / 3), ownMiB)]);
    case 'neighbour':
      return weatherOf([
        ...ramp(at(1 / 4), at(1 / 2), ownMiB, level(1 / 4)),
        ...ramp(at(3 / 4), at(7 / 8), level(1 / 4), ownMiB),
      ]);
    case 'lost':
      return weatherOf([{ kind: 'lost', update: at(1 / 2) }]);
    case 'storm':
      return weatherOf([{ kind: 'fail', update: at(1 / 3), failAllocations: FAILURES_IN_A_ROW - 1 }]);
    default:
      return id satisfies never;
  }
}

/** Half as much again as the person has: weather is not always bad. */
const MOST_OF_OWN = 1.5;

/** Weather of all kinds that a run survives: no budget is less than trains. */
export function randomPreset(seed: number, { ownMiB, smallestMiB, updates }: PresetFacts): Weather {
  const fromMiB = Math.ceil((smallestMiB ?? ownMiB / 2) * 1000) / 1000;
  return randomWeather({ seed, updates, fromMiB, toMiB: clampBudget(Math.max(fromMiB, ownMiB * MOST_OF_OWN)) });
}

/** The smallest budget and a share of what the person's has above it; a share of all where none is known to be needed. */
function levelOf(ownMiB: number, smallestMiB: number | undefined, share: number): number {
  const floorMiB = smallestMiB !== undefined && smallestMiB < ownMiB ? smallestMiB : 0;
  const exact = floorMiB + share * (ownMiB - floorMiB);
  const slack = 0.2 * Math.min(exact - floorMiB, ownMiB - exact);
  return roundestBetween(exact - slack, exact + slack);
}

function step(update: number, budgetMiB: number): readonly WeatherEntry[] {
  return [{ kind: 'budget', update, budgetMiB }];
}

function ramp(from: number, to: number, fromMiB: number, toMiB: number): readonly WeatherEntry[] {
  return from < to ? [{ kind: 'ramp', from, to, fromMiB, toMiB }] : step(from, toMiB);
}
