import { BYTES_PER_MIB } from '../../core/bytes.ts';
import { budgetPresetsMiB } from '../../core/config/budget-presets.ts';
import { CONFIG_TABLE } from '../../core/config/config-table.ts';
import type { TrainingConfig } from '../../core/config/training-config.ts';
import type { DeviceLimits } from '../../core/program/plan-report.ts';

/** Ends of a slider, in MiB. */
export interface BudgetRange {
  readonly from: number;
  readonly to: number;
}

const SMALLEST_MIB = 1;

/**
 * What the budget's slider offers: up to the largest buffer the device allows, the only size a browser tells of a device's
 * memory, and never less than the workload's largest preset. The number beside it takes more.
 */
export function budgetRange(workload: TrainingConfig['workload'], limits: DeviceLimits | undefined): BudgetRange {
  const allowedMiB = Math.floor((limits?.maxBufferSize ?? 0) / BYTES_PER_MIB);
  const wantedMiB = Math.max(allowedMiB, ...budgetPresetsMiB(workload));
  return { from: SMALLEST_MIB, to: Math.min(wantedMiB, CONFIG_TABLE.budgetMiB.maximum) };
}
