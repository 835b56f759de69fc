import type { Page } from 'playwright';
import { WORKLOAD_IDS, type WorkloadId } from '../../src/core/config/training-config.ts';
import { DEFAULT_LIMITS } from '../../src/engine/device/default-limits.ts';
import { nodePlanTimes } from './node-plan-times.ts';
import { Realm } from './realm.ts';
import type { PlanTimes } from './worker/plan-times.ts';

export type PlanPlace = 'worker' | 'node';

/** Plans of one workload in several fresh realms of one place. */
export interface PlanMeasurement {
  readonly workload: WorkloadId;
  readonly place: PlanPlace;
  readonly realms: readonly PlanTimes[];
}

/** A realm plans for the first time once: to repeat that takes another realm. */
const FRESH_REALMS = 3;

/** Planning by both workloads in the browser's worker and in Node, in turns. */
export async function measurePlans(page: Page, signal: AbortSignal): Promise<PlanMeasurement[]> {
  const measurements: PlanMeasurement[] = [];
  for (const workload of WORKLOAD_IDS) {
    const worker: PlanTimes[] = [];
    const node: PlanTimes[] = [];
    for (let i = 0; i < FRESH_REALMS; i += 1) {
      worker.push(await workerPlanTimes(page, workload, signal));
      node.push(await nodePlanTimes(workload, signal));
    }
    measurements.push({ workload, place: 'worker', realms: worker }, { workload, place: 'node', realms: node });
  }
  return measurements;
}

async function workerPlanTimes(page: Page, workload: WorkloadId, signal: AbortSignal): Promise<PlanTimes> {
  const realm = await Realm.start(page, 'plan', signal);
  try {
    return await realm.plan(workload, DEFAULT_LIMITS);
  } finally {
    await realm.end();
  }
}
