/** The realm of a sweep: one workload, swept on one device after another. */

import { openSweepHost, type SweepHost } from './sweep-host.ts';
import type { SweepReply, SweepRequest } from './sweep-messages.ts';
import { prepareSubject, type SweepSubject, sweepFault } from './sweep-subject.ts';

/** The part of DedicatedWorkerGlobalScope used here; the project's types are those of a page. */
interface WorkerScope {
  postMessage(message: SweepReply): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<SweepRequest>) => void): void;
}

let opened: { readonly host: SweepHost; readonly subject: SweepSubject } | undefined;

async function answer(request: SweepRequest): Promise<SweepReply> {
  switch (request.type) {
    case 'open': {
      const host = await openSweepHost();
      const subject = await prepareSubject(host, request.workload, request.mode);
      opened = { host, subject };
      return { type: 'opened', counts: subject.calm.counts };
    }
    case 'sweep': {
      if (!opened) throw new Error('No workload is open.');
      const results = [];
      for (const fault of request.faults) results.push(await sweepFault(opened.host, opened.subject, fault));
      return { type: 'swept', results };
    }
    default:
      return request satisfies never;
  }
}

const scope = globalThis as unknown as WorkerScope;
scope.addEventListener('message', ({ data }) => {
  answer(data)
    .catch((error: unknown): SweepReply => {
      return { type: 'failed', detail: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    })
    .then((reply) => scope.postMessage(reply));
});
