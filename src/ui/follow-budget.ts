import { configStore } from './stores/config-store.ts';
import { runStore } from './stores/run-store.ts';
import { configsEqual, isActive } from './stores/shown-plan.ts';
import type { WorkerClient } from './worker-client.ts';

/** Milliseconds in which the movements of a slider are gathered: each may make the run exchange its plan. */
const GATHER_MS = 150;

/**
 * Gives a budget that is moved while a run is on to that run. Of settings that change together, as by a preset, none is
 * for it, and a budget beside another workload is for the next run. Returns the function that ends it.
 */
export function followBudget(client: Pick<WorkerClient, 'setBudget'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const apply = () => {
    timer = undefined;
    client.setBudget(configStore.getState().config.budgetMiB);
  };
  const unsubscribe = configStore.subscribe(({ config }, { config: before }) => {
    const { phase, config: ofRun } = runStore.getState();
    if (config.budgetMiB === before.budgetMiB || !isActive(phase) || ofRun?.workload !== config.workload) return;
    if (!configsEqual({ ...before, budgetMiB: config.budgetMiB }, config)) return;
    timer ??= setTimeout(apply, GATHER_MS);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
