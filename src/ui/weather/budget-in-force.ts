import { budgetAt, lastBegun } from '../../core/weather/weather-at.ts';
import { beginOf, sliceOf, type WeatherEntry, weatherOf } from './weather-entries.ts';

/** An entry that sets the budget until another does. */
export type SettingEntry = Extract<WeatherEntry, { readonly kind: 'budget' | 'ramp' }>;

export function setsBudget(entry: WeatherEntry): entry is SettingEntry {
  return entry.kind === 'budget' || entry.kind === 'ramp';
}

/** The entry that decides the budget at the beginning of an update, spikes aside: ramps come after steps, as in `budgetAt`. */
export function settingEntryAt(entries: readonly WeatherEntry[], update: number): SettingEntry | undefined {
  const steps = entries.filter((entry) => entry.kind === 'budget');
  const ramps = entries.filter((entry) => entry.kind === 'ramp');
  return lastBegun([...steps, ...ramps], { update, slice: 1 }, (entry) => ({
    update: beginOf(entry),
    slice: sliceOf(entry),
  }));
}

/** The budget at the beginning of an update, spikes aside; undefined where the entries say nothing. */
export function settledBudgetAt(entries: readonly WeatherEntry[], update: number): number | undefined {
  return budgetAt(weatherOf(entries.filter(setsBudget)), update, 1);
}
