import { defaultConfig } from '../../../src/core/config/default-config.ts';
import type { WorkloadId } from '../../../src/core/config/training-config.ts';
import type { DeviceLimits, PlanReport } from '../../../src/core/program/plan-report.ts';
import { createPlanner } from '../../../src/engine/planning/plan-training.ts';

/** Milliseconds of planning in one JavaScript realm. */
export interface PlanTimes {
  /** The realm's first size: trace and memory plan. */
  readonly firstSizeMs: number;
  /** Its first answer: the search over several sizes, evaluation included. */
  readonly firstSearchMs: number;
  /** Sizes planned for the first time, in a realm that has planned others. */
  readonly laterSizesMs: readonly number[];
  readonly laterSearchesMs: readonly number[];
  /** Sizes that the first search planned. */
  readonly sizesOfFirstSearch: number;
}

const LATER_PLANS = 6;

/** Plans the workload's default configuration, then the same with larger batches. The realm has not planned before. */
export async function planTimes(
  workload: WorkloadId,
  limits: DeviceLimits,
  now: () => number = () => performance.now(),
): Promise<PlanTimes> {
  const config = defaultConfig(workload);
  const planner = await createPlanner(limits, now);
  const first = planner.plan(config).report;
  const later = Array.from(
    { length: LATER_PLANS },
    (_, i) => planner.plan({ ...config, batchSize: config.batchSize + 1 + i }).report,
  );
  return {
    firstSizeMs: firstSizeMs(first),
    firstSearchMs: first.planMs,
    laterSizesMs: later.map(firstSizeMs),
    laterSearchesMs: later.map(({ planMs }) => planMs),
    sizesOfFirstSearch: first.considered.length,
  };
}

/** A search plans the whole batch first: a size that no plan before has met. */
function firstSizeMs({ considered }: PlanReport): number {
  const [size] = considered;
  if (!size) throw new Error('A plan considers at least one size.');
  return size.planMs;
}
