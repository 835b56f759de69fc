import type { CDPSession, Page, Worker } from 'playwright';
import * as v from 'valibot';
import { withLimit } from '../browser/owned-resources.ts';
import { type HeapUsage, heapUsage } from './heap-snapshot.ts';

/** Buffers that exist on the devices of a worker. */
export interface BufferCensus {
  readonly liveBuffers: number;
  readonly liveBytes: number;
}

declare global {
  /** In the worker, once `installCensus` ran there. */
  var bufferCensus: (() => BufferCensus) | undefined;
}

const ANSWER_LIMIT_MS = 60_000;
const ANSWER = v.object({ id: v.number(), result: v.unknown() });
const CHUNK = v.object({
  method: v.literal('HeapProfiler.addHeapSnapshotChunk'),
  params: v.object({ chunk: v.string() }),
});

/** Looks into the training worker of a page from outside: what it has on the device, and what on its heap. */
export class WorkerProbe {
  readonly #worker: Worker;
  readonly #session: CDPSession;
  readonly #sessionId: string;
  readonly #answers = new Map<number, () => void>();
  #asked = 0;
  #chunks: string[] = [];

  private constructor(worker: Worker, session: CDPSession, sessionId: string) {
    this.#worker = worker;
    this.#session = session;
    this.#sessionId = sessionId;
    session.on('Target.receivedMessageFromTarget', ({ message }) => {
      const told: unknown = JSON.parse(message);
      if (v.is(CHUNK, told)) this.#chunks.push(told.params.chunk);
      else if (v.is(ANSWER, told)) this.#answers.get(told.id)?.();
    });
  }

  /** Of a page with one worker, which has no buffers yet. */
  static async open(page: Page): Promise<WorkerProbe> {
    const [worker] = page.workers();
    if (!worker) throw new Error('The page has no worker.');
    const session = await page.context().newCDPSession(page);
    const attached = new Promise<string>((resolve) => {
      session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
        if (targetInfo.type === 'worker') resolve(sessionId);
      });
    });
    await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
    const sessionId = await withLimit(attached, ANSWER_LIMIT_MS, 'The worker cannot be inspected.');
    await worker.evaluate(installCensus);
    return new WorkerProbe(worker, session, sessionId);
  }

  async buffers(): Promise<BufferCensus> {
    const census = await this.#worker.evaluate(() => globalThis.bufferCensus?.());
    if (!census) throw new Error('The worker counts no buffers.');
    return census;
  }

  /** Garbage is collected first. The worker stands still for as long as it takes, about half a second. */
  async heap(): Promise<HeapUsage> {
    this.#chunks = [];
    await this.#ask('HeapProfiler.collectGarbage');
    await this.#ask('HeapProfiler.takeHeapSnapshot');
    return heapUsage(this.#chunks.splice(0).join(''));
  }

  async #ask(method: string): Promise<void> {
    this.#asked += 1;
    const id = this.#asked;
    const answer = new Promise<void>((resolve) => this.#answers.set(id, resolve));
    const message = JSON.stringify({ id, method });
    await this.#session.send('Target.sendMessageToTarget', { message, sessionId: this.#sessionId });
    await withLimit(answer, ANSWER_LIMIT_MS, `The worker does not answer ${method}.`).finally(() =>
      this.#answers.delete(id),
    );
  }
}

/** Runs in the worker, and counts there by itself, whatever the engine counts. A buffer without usage is invalid. */
function installCensus(): void {
  const sizes = new Map<GPUBuffer, { readonly device: GPUDevice; readonly size: number }>();
  const { createBuffer, destroy: destroyDevice } = GPUDevice.prototype;
  const { destroy } = GPUBuffer.prototype;
  GPUDevice.prototype.createBuffer = function (this: GPUDevice, descriptor) {
    const buffer = createBuffer.call(this, descriptor);
    if (descriptor.usage !== 0) sizes.set(buffer, { device: this, size: descriptor.size });
    return buffer;
  };
  GPUBuffer.prototype.destroy = function (this: GPUBuffer) {
    sizes.delete(this);
    return destroy.call(this);
  };
  GPUDevice.prototype.destroy = function (this: GPUDevice) {
    for (const [buffer, { device }] of sizes) if (device === this) sizes.delete(buffer);
    return destroyDevice.call(this);
  };
  globalThis.bufferCensus = () => ({
    liveBuffers: sizes.size,
    liveBytes: [...sizes.values()].reduce((sum, { size }) => sum + size, 0),
  });
}
