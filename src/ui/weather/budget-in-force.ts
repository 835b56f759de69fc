import { budgetAt } from '../../core/weather/weather-at.ts';
import { beginOf, sliceOf, type WeatherEntry, weatherOf } from './weather-entries.ts';

/** An entry that sets the budget until another does. */
export type SettingEntry = Extract<WeatherEntry, { readonly kind: 'budget' | 'ramp' }>;

export function setsBudget(entry: WeatherEntry): entry is SettingEntry {
  return entry.kind === 'budget' || entry.kind === 'ramp';
}

/**
 * The entry that decides the budget at the beginning of an update, spikes aside, by the rule of `budgetAt`: the one that
 * began last, of two at one moment a ramp before a step, else the later one.
 */
export function settingEntryAt(entries: readonly WeatherEntry[], update: number): SettingEntry | undefined {
  let latest: SettingEntry | undefined;
  const candidates = entries.filter(setsBudget);
  for (const entry of [...candidates.filter(isStep), ...candidates.filter((candidate) => !isStep(candidate))]) {
    const isBegun = beginOf(entry) < update || (beginOf(entry) === update && sliceOf(entry) === 1);
    if (isBegun && (latest === undefined || !isBefore(entry, latest))) latest = entry;
  }
  return latest;
}

function isStep({ kind }: SettingEntry): boolean {
  return kind === 'budget';
}

function isBefore(one: SettingEntry, other: SettingEntry): boolean {
  return beginOf(one) < beginOf(other) || (beginOf(one) === beginOf(other) && sliceOf(one) < sliceOf(other));
}

/** The budget at the beginning of an update, spikes aside; undefined where the entries say nothing. */
export function settledBudgetAt(entries: readonly WeatherEntry[], update: number): number | undefined {
  return budgetAt(weatherOf(entries.filter(setsBudget)), update, 1);
}
