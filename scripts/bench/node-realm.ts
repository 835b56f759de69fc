import { fileURLToPath } from 'node:url';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { WorkloadId } from '../../src/core/config/training-config.ts';
import { DEFAULT_LIMITS } from '../../src/engine/device/default-limits.ts';
import { abortable } from './realm.ts';
import { type SearchedPlan, searchedPlan } from './worker/plan-figures.ts';
import { type PlanTimes, type PlanTimesAsked, planTimes } from './worker/plan-times.ts';
import { type StockMemory, stockResNet152Memory } from './worker/stock-memory.ts';

/** One question to a fresh JavaScript realm of Node, which needs no GPU. */
type NodeRequest =
  | { readonly type: 'times'; readonly asked: PlanTimesAsked }
  | { readonly type: 'search'; readonly workload: WorkloadId; readonly microBatch: number | null }
  | { readonly type: 'stock-memory'; readonly images: number };

/** `planTimes` in such a realm. */
export function nodePlanTimes(asked: PlanTimesAsked, signal: AbortSignal): Promise<PlanTimes> {
  return inFreshRealm<PlanTimes>({ type: 'times', asked }, signal);
}

/** `searchedPlan` in such a realm. */
export function nodeSearchedPlan(
  workload: WorkloadId,
  microBatch: number | null,
  signal: AbortSignal,
): Promise<SearchedPlan> {
  return inFreshRealm<SearchedPlan>({ type: 'search', workload, microBatch }, signal);
}

/** `stockResNet152Memory` in such a realm: tfjs as it comes, since nothing there has replaced a kernel or a gradient. */
export function nodeStockMemory(images: number, signal: AbortSignal): Promise<StockMemory> {
  return inFreshRealm<StockMemory>({ type: 'stock-memory', images }, signal);
}

/** Asks a thread that runs this same bundled script. */
async function inFreshRealm<T>(request: NodeRequest, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const thread = new Worker(fileURLToPath(import.meta.url), { workerData: request });
  const answer = new Promise<T>((resolve, reject) => {
    thread.once('message', (reply: T) => resolve(reply));
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('A thread ended without an answer.')));
  });
  try {
    return await abortable(answer, signal);
  } finally {
    await thread.terminate();
  }
}

/** What the script does inside such a thread. */
export async function answerAsNodeRealm(): Promise<void> {
  const request: NodeRequest = workerData;
  parentPort?.postMessage(await answerTo(request));
}

function answerTo(request: NodeRequest): Promise<PlanTimes | SearchedPlan | StockMemory> {
  switch (request.type) {
    case 'times':
      return planTimes(request.asked, DEFAULT_LIMITS);
    case 'search':
      return searchedPlan(request.workload, request.microBatch, DEFAULT_LIMITS);
    case 'stock-memory':
      return stockResNet152Memory(request.images, DEFAULT_LIMITS);
    default:
      return request satisfies never;
  }
}
