import type { Weather, WeatherPoint } from './weather.ts';

/** A slice that is about to run, counted from 1. */
export interface Moment {
  readonly update: number;
  readonly slice: number;
}

/** What happens at one moment besides a change of the budget. */
export type WeatherEvent = Exclude<WeatherPoint, { readonly budgetMiB: number }>;

/**
 * The budget in MiB before a slice; `undefined` where the weather has said nothing yet, so that the run's own budget holds.
 *
 * Of steps and ramps the one that began last counts, of two at the same moment the one written last, ramps after steps.
 * While there are spikes, the smallest of them counts, and nothing else. Moments that never come (slice 9 of an update of
 * five) take effect with the next one that does.
 */
export function budgetAt({ points, ramps, spikes }: Weather, update: number, slice: number): number | undefined {
  const now = { update, slice };
  const spike = spikes
    .filter(({ from, to }) => from <= update && update <= to)
    .reduce((least, { budgetMiB }) => Math.min(least, budgetMiB), Number.POSITIVE_INFINITY);
  if (spike < Number.POSITIVE_INFINITY) return spike;
  const steps = points.filter((point) => 'budgetMiB' in point);
  const latest = lastBegun([...steps, ...ramps], now, (each) =>
    'from' in each ? { update: each.from, slice: 1 } : momentOf(each),
  );
  if (latest === undefined || 'budgetMiB' in latest) return latest?.budgetMiB;
  const { from, to, fromMiB, toMiB } = latest;
  const share = Math.min(1, (update - from) / (to - from));
  // Exact at both ends, and never beyond them.
  return share === 1 ? toMiB : fromMiB + share * (toMiB - fromMiB);
}

/** Of `candidates` the one that began last, at `now` or before; of several at one moment the last in the list. */
export function lastBegun<T>(candidates: readonly T[], now: Moment, beginOf: (candidate: T) => Moment): T | undefined {
  let latest: { readonly candidate: T; readonly began: Moment } | undefined;
  for (const candidate of candidates) {
    const began = beginOf(candidate);
    if (!isAfter(began, now) && !(latest && isAfter(latest.began, began))) latest = { candidate, began };
  }
  return latest?.candidate;
}

/**
 * Events after `before` and up to `now`, in order: ask once a slice, with the moment asked for before, and none is missed
 * and none comes twice. `before` is `undefined` at the start of a run.
 */
export function eventsBetween({ points }: Weather, before: Moment | undefined, now: Moment): readonly WeatherEvent[] {
  return points
    .filter((point): point is WeatherEvent => !('budgetMiB' in point))
    .filter((event) => !isAfter(momentOf(event), now) && (before === undefined || isAfter(momentOf(event), before)))
    .sort((a, b) => a.update - b.update || (a.slice ?? 1) - (b.slice ?? 1));
}

function momentOf({ update, slice = 1 }: WeatherPoint): Moment {
  return { update, slice };
}

/** True for the later of two moments. */
export function isAfter(a: Moment, b: Moment): boolean {
  return a.update > b.update || (a.update === b.update && a.slice > b.slice);
}
