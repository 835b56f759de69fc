import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { updateSeries } from '../stores/run-series.ts';
import { NO_RUN, runStore } from '../stores/run-store.ts';
import { NO_PLANS, nextHistory, type PlanHistory } from './plan-history.ts';

const historyStore = createStore<PlanHistory>(() => nextHistory(NO_PLANS, NO_RUN, runStore.getState(), 0));

runStore.subscribe((state, previous) => {
  const latestUpdate = updateSeries.latest('update');
  const latest = Number.isFinite(latestUpdate) ? latestUpdate : 0;
  const history = historyStore.getState();
  const next = nextHistory(history, previous, state, latest);
  if (next !== history) historyStore.setState(next, true);
});

/** The plans the current run has used, empty before its first. */
export function usePlanHistory(): PlanHistory {
  return useStore(historyStore);
}
