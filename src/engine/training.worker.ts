/** Entry of the training worker: ties the session to the worker's own surroundings. */
import type { Command } from '../protocol/commands.ts';
import type { Event } from '../protocol/events.ts';
import { createIndexedDbCheckpoints } from './checkpoints/indexed-db-checkpoints.ts';
import { createIndexedDbStorage } from './datasets/indexed-db-storage.ts';
import { TrainingSession } from './training-session.ts';

/** The part of DedicatedWorkerGlobalScope used here; the project's types are those of a page. */
interface WorkerScope {
  postMessage(message: Event): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Command>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;

const session = new TrainingSession({
  gpu: 'gpu' in navigator ? navigator.gpu : undefined,
  // A built worker lies in the site's `assets` folder; a served one anywhere below the root.
  dataUrl: new URL(import.meta.env.DEV ? '/data/' : '../data/', globalThis.location.href).href,
  storage: createIndexedDbStorage(),
  checkpoints: createIndexedDbCheckpoints(),
  post: (event) => scope.postMessage(event),
  now: () => performance.now(),
});

scope.addEventListener('message', ({ data }) => session.handle(data));
