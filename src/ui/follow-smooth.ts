import { preferencesStore } from './stores/preferences-store.ts';
import type { WorkerClient } from './worker-client.ts';

/** Tells the worker whether the page is to stay smooth, now and at each change. Returns the function that ends it. */
export function followSmooth(client: Pick<WorkerClient, 'setSmooth'>): () => void {
  client.setSmooth(preferencesStore.getState().isSmooth);
  return preferencesStore.subscribe(({ isSmooth }, before) => {
    if (isSmooth !== before.isSmooth) client.setSmooth(isSmooth);
  });
}
