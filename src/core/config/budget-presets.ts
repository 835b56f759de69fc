import { CONFIG_TABLE } from './config-table.ts';
import { DEFAULT_WORKLOAD, defaultConfig } from './default-config.ts';
import type { WorkloadId } from './training-config.ts';

/** Of the default workload, chosen by hand: from one that holds next to nothing to one in which nothing is cut. */
const DEFAULT_WORKLOAD_MIB: readonly number[] = [4, 4.75, 6, 8, 16, 64, 1024];

/** Of the others, as multiples of the budget in which their batch is cut in a few slices. */
const FACTORS: readonly number[] = [1 / 4, 1 / 2, 1, 2, 4, 8];

/** Budgets to choose from for a workload, in MiB, rising. Its own budget is one of them. */
export function budgetPresetsMiB(workload: WorkloadId): readonly number[] {
  if (workload === DEFAULT_WORKLOAD) return DEFAULT_WORKLOAD_MIB;
  const { minimum, maximum } = CONFIG_TABLE.budgetMiB;
  const { budgetMiB } = defaultConfig(workload);
  const presets = FACTORS.map((factor) => (factor === 1 ? budgetMiB : roundBudget(budgetMiB * factor)));
  return [...new Set(presets)].filter((preset) => preset >= minimum && preset <= maximum);
}

/** To quarters of a GiB, whole MiB, or quarters of a MiB, whichever is about three digits. */
function roundBudget(budgetMiB: number): number {
  const stepMiB = budgetMiB >= 1024 ? 256 : budgetMiB >= 16 ? 1 : 0.25;
  return Math.round(budgetMiB / stepMiB) * stepMiB;
}
