import type { WorkerClient } from './worker-client.ts';

/** A hidden page may be closed without another word: its run is kept as soon as it is. Returns the function that ends it. */
export function keepWhenHidden(client: Pick<WorkerClient, 'keepRun'>): () => void {
  const onChange = () => {
    if (document.visibilityState === 'hidden') client.keepRun();
  };
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
