import { gzipSync } from 'node:zlib';
import type { DownloadEnvironment, DownloadProgress } from '../../../../src/engine/datasets/download.ts';

export type Answer = () => Response | Promise<Response>;

export const gzip = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(gzipSync(bytes));
export const bytesAnswer =
  (bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(bytes, { headers });

/** Answers with pieces of `bytes`, `chunkBytes` each, then does what `end` says. */
export function chunkedAnswer(
  bytes: Uint8Array<ArrayBuffer>,
  chunkBytes: number,
  end: 'close' | 'hang' | 'break' = 'close',
): Answer {
  return () => {
    let offset = 0;
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        if (offset < bytes.length) {
          controller.enqueue(bytes.slice(offset, offset + chunkBytes));
          offset += chunkBytes;
          return;
        }
        if (end === 'close') controller.close();
        if (end === 'break') controller.error(new TypeError('network error'));
        return end === 'hang' ? new Promise(() => {}) : undefined;
      },
    });
    return new Response(stream);
  };
}

/** A network and a clock in the hands of the test. Files are named by the last part of their address. */
export class FakeNetwork {
  readonly answers = new Map<string, Answer>();
  readonly requested: string[] = [];
  readonly signals: AbortSignal[] = [];
  readonly progress: DownloadProgress[] = [];
  readonly #timers = new Set<() => void>();
  timersStarted = 0;

  readonly onProgress = (progress: DownloadProgress) => {
    this.progress.push(progress);
  };

  readonly environment: DownloadEnvironment = {
    fetch: async (url, { signal }) => {
      this.requested.push(url);
      this.signals.push(signal);
      const answer = this.answers.get(url.split('/').at(-1) ?? '');
      return answer ? answer() : new Response('Not found', { status: 404 });
    },
    startTimer: (callback) => {
      this.timersStarted++;
      this.#timers.add(callback);
      return () => this.#timers.delete(callback);
    },
    stallMs: 30_000,
  };

  get timersRunning(): number {
    return this.#timers.size;
  }

  /** Lets the time of every wait in progress run out. */
  expireTimers(): void {
    for (const callback of [...this.#timers]) callback();
  }
}
