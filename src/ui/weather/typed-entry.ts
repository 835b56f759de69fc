/** What people type into an entry of the weather. Pure. */
import { MAXIMUM_BATCH, MAXIMUM_BUDGET_MIB } from '../../core/config/config-table.ts';
import { MAXIMUM_FAILURES, MAXIMUM_UPDATE, MINIMUM_BUDGET_MIB } from '../../core/weather/weather.ts';
import { type BudgetUnit, readBudget } from '../controls/budget-amount.ts';

/** The largest whole number of each kind that an entry takes; the smallest is 1. */
export const MOST = { update: MAXIMUM_UPDATE, slice: MAXIMUM_BATCH, failures: MAXIMUM_FAILURES } as const;

export type WholeNumber = keyof typeof MOST;

/** A whole number from 1, as it is typed; undefined for anything else. */
export function readWhole(text: string, kind: WholeNumber): number | undefined {
  const plain = text.replaceAll(/[\s,]/g, '');
  if (!/^\d{1,9}$/.test(plain)) return undefined;
  const value = Number(plain);
  return value >= 1 && value <= MOST[kind] ? value : undefined;
}

/** A budget as it is typed, to a thousandth of a MiB, so that 3.7 stays 3.7 in a link; undefined for anything else. */
export function readWeatherBudget(text: string, bareUnit: BudgetUnit): number | undefined {
  const budgetMiB = readBudget(text, bareUnit);
  const rounded = budgetMiB === undefined ? undefined : Math.round(budgetMiB * 1000) / 1000;
  return rounded !== undefined && isWeatherBudget(rounded) ? rounded : undefined;
}

/** True for a budget that weather takes. */
export function isWeatherBudget(budgetMiB: number): boolean {
  return budgetMiB >= MINIMUM_BUDGET_MIB && budgetMiB <= MAXIMUM_BUDGET_MIB;
}
