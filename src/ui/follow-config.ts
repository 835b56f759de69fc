import type { TrainingConfig } from '../core/config/training-config.ts';
import { configStore } from './stores/config-store.ts';
import { planStore } from './stores/plan-store.ts';
import { configsEqual } from './stores/shown-plan.ts';
import type { WorkerClient } from './worker-client.ts';

/** Milliseconds in which changes are gathered. Not a pause that each change prolongs: a dragged slider re-plans all along. */
const GATHER_MS = 30;

/** Asks for a plan now and at every change of the form; the latest wins. Returns the function that ends it. */
export function followConfig(client: Pick<WorkerClient, 'requestPlan'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked: TrainingConfig | undefined;
  const ask = () => {
    timer = undefined;
    asked = configStore.getState().config;
    client.requestPlan(asked);
  };
  ask();
  const unsubscribe = configStore.subscribe(({ config }) => {
    if (timer !== undefined || (asked && configsEqual(config, asked))) return;
    planStore.setState({ pending: true });
    timer = setTimeout(ask, GATHER_MS);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
