import { defaultConfig } from '../../../src/core/config/default-config.ts';
import type { WorkloadId } from '../../../src/core/config/training-config.ts';
import type { DeviceLimits } from '../../../src/core/program/plan-report.ts';
import { createPlanner } from '../../../src/engine/planning/plan-training.ts';

/** Sizes to plan in one JavaScript realm, the first of which is the first that it plans. */
export interface PlanTimesAsked {
  readonly workload: WorkloadId;
  readonly firstSize: number;
  readonly laterSizes: readonly number[];
}

/** Milliseconds of planning one size each: trace and memory plan of a slice and the update. */
export interface PlanTimes {
  readonly firstSizeMs: number;
  readonly laterSizesMs: readonly number[];
}

/** Plans sizes of the workload's default configuration, each for the first time. The realm has not planned before. */
export async function planTimes(
  { workload, firstSize, laterSizes }: PlanTimesAsked,
  limits: DeviceLimits,
  now: () => number = () => performance.now(),
): Promise<PlanTimes> {
  const planner = await createPlanner(limits, now);
  const config = defaultConfig(workload);
  const planMs = (size: number): number => {
    const startMs = now();
    const { memory } = planner.sizePlanner(config).plan(size);
    if (!memory) throw new Error(`A slice of ${size} examples of ${workload} cannot be traced.`);
    return now() - startMs;
  };
  return { firstSizeMs: planMs(firstSize), laterSizesMs: laterSizes.map(planMs) };
}
