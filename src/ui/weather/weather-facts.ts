import type { Weather } from '../../core/weather/weather.ts';
import { budgetCurve, type CurveSettings } from './budget-curve.ts';
import { beginOf, type EntryKind, entriesOf, type WeatherEntry } from './weather-entries.ts';

/** What a weather will do to a run, in numbers. */
export interface WeatherFacts {
  /** Entries of each kind that begin in the run; of failures, the allocations that fail. */
  readonly counts: Readonly<Record<EntryKind, number>>;
  /** Entries that begin after the last update. */
  readonly late: number;
  /** The lowest budget of the run, and the update in which it is first in force; undefined where the weather sets none. */
  readonly lowest: { readonly budgetMiB: number; readonly update: number } | undefined;
}

/** The first budget of the weather below what trains, and the update in which it comes. */
export function firstShortage(settings: CurveSettings, smallestMiB: number | undefined): WeatherFacts['lowest'] {
  if (smallestMiB === undefined) return undefined;
  const short = budgetCurve(settings).find(({ isWeather, budgetMiB }) => isWeather && budgetMiB < smallestMiB);
  return short && { budgetMiB: short.budgetMiB, update: Math.floor(short.at) };
}

export function weatherFacts(settings: CurveSettings): WeatherFacts {
  const entries = entriesOf(settings.weather);
  const inRun = entries.filter((entry) => beginOf(entry) <= settings.updates);
  return { counts: countsOf(inRun), late: entries.length - inRun.length, lowest: lowestOf(settings) };
}

function countsOf(entries: readonly WeatherEntry[]): WeatherFacts['counts'] {
  const counts: Record<EntryKind, number> = { budget: 0, ramp: 0, spike: 0, lost: 0, fail: 0 };
  for (const entry of entries) counts[entry.kind] += entry.kind === 'fail' ? entry.failAllocations : 1;
  return counts;
}

function lowestOf(settings: CurveSettings): WeatherFacts['lowest'] {
  const said = budgetCurve(settings).filter(({ isWeather }) => isWeather);
  const [first, ...others] = said;
  if (!first) return undefined;
  const least = others.reduce((low, step) => (step.budgetMiB < low.budgetMiB ? step : low), first);
  return { budgetMiB: least.budgetMiB, update: Math.floor(least.at) };
}

/** The first update in which the weather decides the budget; undefined where it never does. */
export function firstDecidedUpdate({ points, ramps, spikes }: Weather): number | undefined {
  const begins = [
    ...points.flatMap((point) => ('budgetMiB' in point ? [point.update] : [])),
    ...[...ramps, ...spikes].map(({ from }) => from),
  ];
  return begins.length > 0 ? Math.min(...begins) : undefined;
}
