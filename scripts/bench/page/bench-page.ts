/** The page behind `npm run bench`: it starts realms and passes messages on, nothing else. */
import type { RealmKind, RealmReply, RealmRequest } from '../worker/realm-messages.ts';
import type { BenchPage } from './page-bridge.ts';

const realms: (Worker | undefined)[] = [];

const bench: BenchPage = {
  startRealm: (kind) => realms.push(start(kind)) - 1,
  askRealm: (realm, request) => {
    const worker = realms[realm];
    return worker ? ask(worker, request) : Promise.resolve(failed('The realm has ended.'));
  },
  endRealm: (realm) => {
    realms[realm]?.terminate();
    realms[realm] = undefined;
  },
};
Object.assign(window, { bench });

function start(kind: RealmKind): Worker {
  switch (kind) {
    case 'eager':
      return new Worker(new URL('../worker/eager.worker.ts', import.meta.url), { type: 'module' });
    case 'engine':
      return new Worker(new URL('../worker/engine.worker.ts', import.meta.url), { type: 'module' });
    case 'plan':
      return new Worker(new URL('../worker/plan.worker.ts', import.meta.url), { type: 'module' });
    default:
      return kind satisfies never;
  }
}

function ask(worker: Worker, request: RealmRequest): Promise<RealmReply> {
  return new Promise((resolve) => {
    worker.onmessage = (message: MessageEvent<RealmReply>) => resolve(message.data);
    worker.onmessageerror = () => resolve(failed('A message of the worker could not be read.'));
    worker.onerror = (error) => resolve(failed(error.message || 'The worker could not be loaded.'));
    worker.postMessage(request);
  });
}

function failed(detail: string): RealmReply {
  return { type: 'failed', detail };
}
