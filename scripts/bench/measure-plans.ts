import type { Page } from 'playwright';
import { WORKLOAD_IDS, type WorkloadId } from '../../src/core/config/training-config.ts';
import { DEFAULT_LIMITS } from '../../src/engine/device/default-limits.ts';
import { nodePlanTimes, nodeSearchedPlan } from './node-realm.ts';
import { Realm } from './realm.ts';
import type { SearchedPlan } from './worker/plan-figures.ts';
import type { PlanTimes, PlanTimesAsked } from './worker/plan-times.ts';

export type PlanPlace = 'worker' | 'node';

/** A workload's plan, and how long sizes take that are planned for the first time, in several fresh realms. */
export interface PlanMeasurement {
  readonly workload: WorkloadId;
  readonly plan: SearchedPlan;
  readonly times: Readonly<Record<PlanPlace, readonly PlanTimes[]>>;
}

/** A realm plans for the first time once: to repeat that takes another realm. */
const FRESH_REALMS = 3;
const LATER_SIZES = 3;

/** Planning by all workloads: the default configuration in Node, then single sizes in the browser's worker and in Node. */
export async function measurePlans(page: Page, signal: AbortSignal): Promise<PlanMeasurement[]> {
  const measurements: PlanMeasurement[] = [];
  for (const workload of WORKLOAD_IDS) {
    const plan = await nodeSearchedPlan(workload, null, signal);
    const asked = sizesAround(plan, workload);
    const worker: PlanTimes[] = [];
    const node: PlanTimes[] = [];
    for (let i = 0; i < FRESH_REALMS; i += 1) {
      worker.push(await workerPlanTimes(page, asked, signal));
      node.push(await nodePlanTimes(asked, signal));
    }
    measurements.push({ workload, plan, times: { worker, node } });
  }
  return measurements;
}

/** The size that was chosen, and those above it. */
function sizesAround({ microBatch }: SearchedPlan, workload: WorkloadId): PlanTimesAsked {
  const laterSizes = Array.from({ length: LATER_SIZES }, (_, i) => microBatch + 1 + i);
  return { workload, firstSize: microBatch, laterSizes };
}

async function workerPlanTimes(page: Page, asked: PlanTimesAsked, signal: AbortSignal): Promise<PlanTimes> {
  const realm = await Realm.start(page, 'plan', signal);
  try {
    return await realm.plan(asked, DEFAULT_LIMITS);
  } finally {
    await realm.end();
  }
}
