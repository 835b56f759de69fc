/** Budgets that people would choose. Pure. */
import { MAXIMUM_BUDGET_MIB } from '../../core/config/config-table.ts';
import { MINIMUM_BUDGET_MIB } from '../../core/weather/weather.ts';

const MIB_PER_GIB = 1024;
/** Decimals of MiB or GiB, whichever a budget is shown in. */
const MOST_DECIMALS = 3;

/**
 * The budget with the fewest digits from `low` to `high`, both in MiB and included, and of those with as few the one nearest to the
 * middle: 4.69 to 4.81 is 4.7, 1,500 to 1,600 is 1.5 GiB. From 1 GiB on digits count in GiB. Where three decimals
 * have none, the middle.
 */
export function roundestBetween(low: number, high: number): number {
  const middle = (low + high) / 2;
  const unit = middle >= MIB_PER_GIB ? MIB_PER_GIB : 1;
  const top = Math.ceil(Math.log10(high / unit));
  for (let power = top; power >= -MOST_DECIMALS; power--) {
    // Divided by a whole number, so that 4.7 is 4.7 and not 4.7000000000000002.
    const nearest =
      power >= 0
        ? Math.round(middle / unit / 10 ** power) * 10 ** power
        : Math.round((middle / unit) * 10 ** -power) / 10 ** -power;
    const budgetMiB = nearest * unit;
    if (budgetMiB >= low && budgetMiB <= high && budgetMiB > 0) return budgetMiB;
  }
  return middle;
}

/** A budget that weather takes. */
export function clampBudget(budgetMiB: number): number {
  return Math.min(MAXIMUM_BUDGET_MIB, Math.max(MINIMUM_BUDGET_MIB, budgetMiB));
}
