import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { build } from 'vite';
import type { Command } from '../../src/protocol/commands.ts';
import { findChromium, HARDWARE_WEBGPU_FLAGS, WEBGPU_FLAGS } from '../find-chromium.mjs';
import { createStaticServer, listenOnFreePort } from '../serve/static-server.mjs';
import type { PageEvent } from '../train-page/page-bridge.ts';
import {
  browserLost,
  browserNotStarted,
  type CommandFailure,
  CommandFailureError,
  noBrowser,
  noHardwareAdapter,
} from './command-failure.ts';
import type { AdapterChoice } from './train-arguments.ts';

export interface TrainingBrowserOptions {
  readonly adapter: AdapterChoice;
  readonly headed: boolean;
  readonly onEvent: (event: PageEvent) => void;
  /** The browser is gone, and not because it was closed from here. */
  readonly onLost: (failure: CommandFailure) => void;
}

/** A server, a browser and in it a page with the training worker. Owns all three; `close` ends them. */
export interface TrainingBrowser {
  send(command: Command): void;
  close(): Promise<void>;
}

const CACHE = 'node_modules/.cache';
const OPEN_LIMIT_MS = 120_000;
const CLOSE_LIMIT_MS = 10_000;

/** Builds the page, opens it and starts its worker. Throws CommandFailureError where that is impossible. */
export async function openTrainingBrowser(options: TrainingBrowserOptions): Promise<TrainingBrowser> {
  const owned = new OwnedResources();
  try {
    return await withLimit(open(options, owned), OPEN_LIMIT_MS, 'The browser did not answer.');
  } catch (error) {
    await owned.close();
    throw error instanceof CommandFailureError ? error : new CommandFailureError(browserNotStarted(error));
  }
}

async function open(options: TrainingBrowserOptions, owned: OwnedResources): Promise<TrainingBrowser> {
  const executablePath = findChromium();
  if (!executablePath) throw new CommandFailureError(noBrowser(process.env.CHROME_PATH));
  const folder = await buildPage();
  owned.add(() => rm(folder, { recursive: true, force: true }));
  const server = createStaticServer([folder, 'public']);
  owned.add(() => closeServer(server));
  const address = await listenOnFreePort(server, 0);
  const page = await openPage({ ...options, executablePath, address }, owned);
  const lost = (what: 'closed' | 'crashed') => {
    if (!owned.isClosed) options.onLost(browserLost(what));
  };
  page.on('crash', () => lost('crashed'));
  page.on('close', () => lost('closed'));
  page
    .context()
    .browser()
    ?.on('disconnected', () => lost('closed'));
  await page.exposeBinding('reportEvent', (_source, event: PageEvent) => options.onEvent(event));
  await page.evaluate(() => window.startWorker());
  return {
    // A page that is gone has been reported as lost.
    send: (command) => void page.evaluate((c) => window.sendCommand(c), command).catch(() => undefined),
    close: () => owned.close(),
  };
}

/** What has been opened so far, closed in reverse order; what is added after closing is closed at once. */
class OwnedResources {
  readonly #closers: (() => Promise<unknown>)[] = [];
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  add(closer: () => Promise<unknown>): void {
    if (this.#isClosed) void closer().catch(() => undefined);
    else this.#closers.push(closer);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const closer of this.#closers.splice(0).reverse()) {
      await withLimit(closer(), CLOSE_LIMIT_MS, 'It does not close.').catch(() => undefined);
    }
  }
}

async function buildPage(): Promise<string> {
  const folder = await mkdtemp(join(CACHE, 'train-page-'));
  await build({
    configFile: false,
    root: 'scripts/train-page',
    base: './',
    logLevel: 'error',
    publicDir: false,
    worker: { format: 'es' },
    build: { outDir: join(process.cwd(), folder), emptyOutDir: true, target: 'es2023', minify: false },
  });
  return folder;
}

/** Opens the page on the kind of adapter that was asked for. */
async function openPage(
  { adapter, headed, executablePath, address }: TrainingBrowserOptions & { executablePath: string; address: string },
  owned: OwnedResources,
): Promise<Page> {
  const attempts = adapter === 'software' ? [WEBGPU_FLAGS] : [HARDWARE_WEBGPU_FLAGS];
  if (adapter === 'auto') attempts.push(WEBGPU_FLAGS);
  let found: FoundAdapter | undefined;
  for (const [index, flags] of attempts.entries()) {
    const browser = await chromium.launch({
      executablePath,
      args: [...flags],
      headless: !headed,
      // The run ends by itself when interrupted, and closes the browser then.
      handleSIGINT: false,
      handleSIGTERM: false,
      timeout: OPEN_LIMIT_MS,
    });
    owned.add(() => browser.close());
    const page = await browser.newPage();
    await page.goto(address, { timeout: OPEN_LIMIT_MS });
    found = await page.evaluate(findAdapter);
    const suits = adapter === 'hardware' ? found?.isSoftware === false : found !== undefined;
    // Without any adapter the worker itself says so, better than could be said here.
    const isLastResort = adapter !== 'hardware' && index === attempts.length - 1;
    if (suits || isLastResort) return page;
    await browser.close();
  }
  throw new CommandFailureError(noHardwareAdapter(found?.name));
}

interface FoundAdapter {
  readonly name: string;
  readonly isSoftware: boolean;
}

/** Runs in the page. */
async function findAdapter(): Promise<FoundAdapter | undefined> {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) return undefined;
  const { vendor, architecture, isFallbackAdapter } = adapter.info;
  const name = [vendor, architecture].filter(Boolean).join(' ');
  return { name, isSoftware: isFallbackAdapter || /swiftshader|llvmpipe|warp/i.test(name) };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** The promise's value; rejects when it takes longer than the limit. */
async function withLimit<T>(promise: Promise<T>, limitMs: number, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), limitMs);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
