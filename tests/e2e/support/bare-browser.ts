import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex, Readable, Writable } from 'node:stream';
import { findChromium, WEBGPU_FLAGS } from '../../../scripts/find-chromium.mjs';

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/**
 * A headless Chromium spoken to over its debugging pipe alone. Playwright keeps every page focused and so visible for ever;
 * without it a tab behind another one really is hidden. Owned by whoever opens it; `close` ends it.
 */
export class BareBrowser {
  readonly #child: ChildProcess;
  readonly #profile: string;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #lastId = 0;

  private constructor(child: ChildProcess, profile: string) {
    this.#child = child;
    this.#profile = profile;
    let text = '';
    outputOf(child).on('data', (chunk: Buffer) => {
      const messages = (text + chunk.toString()).split('\0');
      text = messages.pop() ?? '';
      for (const message of messages) this.#receive(JSON.parse(message));
    });
  }

  static async open(): Promise<BareBrowser> {
    const profile = await mkdtemp(join(tmpdir(), 'bare-browser-'));
    const flags = [...WEBGPU_FLAGS, '--headless=new', '--remote-debugging-pipe', `--user-data-dir=${profile}`];
    const child = spawn(findChromium() ?? 'chromium', [...flags, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      detached: true,
    });
    return new BareBrowser(child, profile);
  }

  /** A new tab, in front of all others. */
  async openTab(url: string): Promise<BareTab> {
    const { targetId } = await this.send<{ targetId: string }>('Target.createTarget', { url });
    const { sessionId } = await this.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
    return {
      evaluate: async (expression) => {
        const parameters = { expression, returnByValue: true, awaitPromise: true };
        const { result } = await this.send<{ result: { value?: unknown } }>('Runtime.evaluate', parameters, sessionId);
        return result.value;
      },
      toFront: async () => {
        await this.send('Target.activateTarget', { targetId });
      },
    };
  }

  send<T>(method: string, params: object, sessionId?: string): Promise<T> {
    this.#lastId += 1;
    const id = this.#lastId;
    inputOf(this.#child).write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result as T),
      );
    });
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('close', resolve));
    if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    await ended;
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #receive(answer: Answer): void {
    if (answer.id === undefined) return;
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
  }
}

export interface BareTab {
  /** The value of an expression in the page; it must be JSON. */
  evaluate(expression: string): Promise<unknown>;
  toFront(): Promise<void>;
}

function pipeOf(child: ChildProcess, number: 3 | 4): Duplex {
  const pipe = child.stdio[number];
  if (!pipe) throw new Error('The browser was started without its debugging pipe.');
  return pipe as Duplex;
}

function inputOf(child: ChildProcess): Writable {
  return pipeOf(child, 3);
}

function outputOf(child: ChildProcess): Readable {
  return pipeOf(child, 4);
}
