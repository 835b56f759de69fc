import { settledBudgetAt } from './budget-in-force.ts';
import type { RampEntry, SpikeEntry, WeatherEntry } from './weather-entries.ts';

/** Digits of a budget where a ramp is cut in two: enough for the eye, and short in a link. */
const CUT_DIGITS = 4;

/**
 * The entries without anything that decides the budget in the updates `from` to `to`: steps in between go, ramps end
 * before, spikes keep what is outside. Losses and failures stay. What the budget is after `to` is the caller's matter.
 */
export function withoutSpan(entries: readonly WeatherEntry[], from: number, to: number): readonly WeatherEntry[] {
  const kept: WeatherEntry[] = [];
  const steps: WeatherEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === 'budget') {
      if (entry.update < from || entry.update > to) kept.push(entry);
    } else if (entry.kind === 'ramp') {
      const left = entry.to < from || entry.from > to ? [entry] : headOfRamp(entry, from);
      for (const head of left) (head.kind === 'ramp' ? kept : steps).push(head);
    } else if (entry.kind === 'spike') kept.push(...outside(entry, from, to));
    else kept.push(entry);
  }
  // A ramp that has become a step counts after the other steps of its moment, as the ramp did.
  return [...kept, ...steps];
}

/** What is left of a ramp before an update. */
function headOfRamp(ramp: RampEntry, before: number): readonly WeatherEntry[] {
  const to = before - 1;
  if (ramp.from > to) return [];
  if (ramp.from === to) return [{ kind: 'budget', update: to, budgetMiB: ramp.fromMiB }];
  return [{ ...ramp, to, toMiB: cutBudget(ramp, to) }];
}

function outside(spike: SpikeEntry, from: number, to: number): readonly WeatherEntry[] {
  if (spike.to < from || spike.from > to) return [spike];
  return [
    ...(spike.from < from ? [{ ...spike, to: from - 1 }] : []),
    ...(spike.to > to ? [{ ...spike, from: to + 1 }] : []),
  ];
}

/** What a ramp has reached at an update. */
export function cutBudget(ramp: RampEntry, update: number): number {
  const exact = settledBudgetAt([ramp], update) ?? ramp.fromMiB;
  return Number(exact.toPrecision(CUT_DIGITS));
}
