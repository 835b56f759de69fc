/** The page behind `npm run sweep`: it starts a worker and passes messages on, nothing else. */
import type { SweepReply } from '../worker/sweep-messages.ts';
import type { SweepPage } from './page-bridge.ts';

let worker: Worker | undefined;

const sweep: SweepPage = {
  start: () => {
    worker?.terminate();
    worker = new Worker(new URL('../worker/sweep.worker.ts', import.meta.url), { type: 'module' });
  },
  ask: (request) =>
    new Promise((resolve) => {
      if (!worker) return resolve(failed('There is no worker.'));
      worker.onmessage = (message: MessageEvent<SweepReply>) => resolve(message.data);
      worker.onmessageerror = () => resolve(failed('A message of the worker could not be read.'));
      worker.onerror = (error) => resolve(failed(error.message || 'The worker could not be loaded.'));
      worker.postMessage(request);
    }),
};
Object.assign(window, { sweep });

function failed(detail: string): SweepReply {
  return { type: 'failed', detail };
}
