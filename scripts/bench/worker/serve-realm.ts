import type { RealmReply, RealmRequest } from './realm-messages.ts';

/** The part of DedicatedWorkerGlobalScope used here; the project's types are those of a page. */
interface WorkerScope {
  postMessage(message: RealmReply): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<RealmRequest>) => void): void;
}

/** Answers the requests of the page; what is thrown becomes the answer too. */
export function serveRealm(answer: (request: RealmRequest) => Promise<RealmReply>): void {
  const scope = globalThis as unknown as WorkerScope;
  scope.addEventListener('message', ({ data }) => {
    answer(data)
      .catch((error: unknown): RealmReply => {
        return { type: 'failed', detail: error instanceof Error ? (error.stack ?? error.message) : String(error) };
      })
      .then((reply) => scope.postMessage(reply));
  });
}
