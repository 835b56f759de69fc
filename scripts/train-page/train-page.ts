/**
 * The page behind `npm run train`: it starts the same worker as the real page and passes messages on, nothing else.
 */
import type { Event } from '../../src/protocol/events.ts';
import type { PageEvent } from './page-bridge.ts';

const report = (event: PageEvent): void => void window.reportEvent(event);
const crashed = (detail: string): void => report({ type: 'worker-crashed', detail });

window.startWorker = () => {
  const worker = new Worker(new URL('../../src/engine/training.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = (message: MessageEvent<Event>) => report(message.data);
  worker.onmessageerror = () => crashed('A message of the worker could not be read.');
  worker.onerror = (error) => crashed(error.message || 'The worker could not be loaded.');
  window.sendCommand = (command) => worker.postMessage(command);
};
