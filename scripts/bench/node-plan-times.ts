import { fileURLToPath } from 'node:url';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { WorkloadId } from '../../src/core/config/training-config.ts';
import { DEFAULT_LIMITS } from '../../src/engine/device/default-limits.ts';
import { abortable } from './realm.ts';
import { type PlanTimes, planTimes } from './worker/plan-times.ts';

interface PlanThreadData {
  readonly workload: WorkloadId;
}

/** Plans in a fresh JavaScript realm of Node: a thread that runs this same bundled script. */
export async function nodePlanTimes(workload: WorkloadId, signal: AbortSignal): Promise<PlanTimes> {
  const data: PlanThreadData = { workload };
  const thread = new Worker(fileURLToPath(import.meta.url), { workerData: data });
  const answer = new Promise<PlanTimes>((resolve, reject) => {
    thread.once('message', (times: PlanTimes) => resolve(times));
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The planning thread ended without an answer.')));
  });
  try {
    return await abortable(answer, signal);
  } finally {
    await thread.terminate();
  }
}

/** What the script does inside such a thread. */
export async function answerAsPlanThread(): Promise<void> {
  const { workload }: PlanThreadData = workerData;
  parentPort?.postMessage(await planTimes(workload, DEFAULT_LIMITS));
}
