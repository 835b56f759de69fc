import { BYTES_PER_MIB } from '../../core/bytes.ts';
import type { NotFittingPlan, PlanReport } from '../../core/program/plan-report.ts';

/** The budget, in quarters of a MiB, that holds the smallest size allowed, with the headroom asked for; undefined where bytes are not the reason. */
export function smallestBudgetMiB({ peakBytes, usableBytes, config }: PlanReport & NotFittingPlan): number | undefined {
  if (peakBytes <= usableBytes) return undefined;
  const neededBytes = peakBytes / (1 - config.headroom);
  return Math.ceil((neededBytes / BYTES_PER_MIB) * 4) / 4;
}
