/** A budget as people write it: "4.75 MiB", "24 GiB". Pure. */
import { BYTES_PER_MIB, parseBytes } from '../../core/bytes.ts';

export type BudgetUnit = 'MiB' | 'GiB';

const MIB_PER_GIB = 1024;
const amountFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

/** The unit in which a budget is shown: GiB from 1 GiB on. */
export function budgetUnit(budgetMiB: number): BudgetUnit {
  return budgetMiB >= MIB_PER_GIB ? 'GiB' : 'MiB';
}

/** 4.75 → "4.75 MiB", 24576 → "24 GiB"; three decimals at most. */
export function writeBudget(budgetMiB: number): string {
  const unit = budgetUnit(budgetMiB);
  return `${amountFormat.format(unit === 'GiB' ? budgetMiB / MIB_PER_GIB : budgetMiB)} ${unit}`;
}

/**
 * Reads a budget that was typed, in MiB. Units are those of `parseBytes`; spaces and commas between thousands are passed over.
 *
 * @param bareUnit the unit of a number without one: that in which the budget stood before
 * @returns undefined for anything else, such as a unit that is not typed to its end
 */
export function readBudget(text: string, bareUnit: BudgetUnit): number | undefined {
  const plain = text.replaceAll(/[\s,]/g, '');
  const bytes = parseBytes(/[a-z]$/i.test(plain) ? plain : `${plain}${bareUnit}`);
  return bytes === undefined ? undefined : bytes / BYTES_PER_MIB;
}

/** The next budget up or down: by a quarter of the unit in which it is shown. */
export function stepBudget(budgetMiB: number, direction: 1 | -1): number {
  // Down from 1 GiB the steps are those of what is below it.
  const isGiB = budgetUnit(direction === 1 ? budgetMiB : budgetMiB - 0.25) === 'GiB';
  return budgetMiB + direction * (isGiB ? MIB_PER_GIB / 4 : 0.25);
}
