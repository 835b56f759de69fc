import type { Server } from 'node:http';
import { chromium, type Page } from 'playwright';
import { findChromium, HARDWARE_WEBGPU_FLAGS, WEBGPU_FLAGS } from '../find-chromium.mjs';
import { createStaticServer, listenOnFreePort } from '../serve/static-server.mjs';
import {
  browserLost,
  browserNotStarted,
  type CommandFailure,
  CommandFailureError,
  noBrowser,
  noHardwareAdapter,
} from '../train/command-failure.ts';
import type { AdapterChoice } from '../train/train-arguments.ts';
import { OwnedResources, withLimit } from './owned-resources.ts';

export interface ServedPageOptions {
  readonly adapter: AdapterChoice;
  readonly headed: boolean;
  /** Builds what is served; returns the folders, the first one first. */
  readonly build: (owned: OwnedResources) => Promise<readonly string[]>;
  /** The browser is gone, and not because it was closed from here. */
  readonly onLost: (failure: CommandFailure) => void;
  /** Query of the page's address, with its question mark. */
  readonly search?: string;
  /** Serves the page cross-origin isolated: its clocks then tick every 5 µs instead of every 100 µs. */
  readonly isolated?: boolean;
  /** Called with the page before it is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
}

export interface FoundAdapter {
  readonly name: string;
  /** Computes on the CPU. */
  readonly isSoftware: boolean;
}

/** A page in a browser of its own, and the server it comes from. Owns all; `close` ends them. */
export interface ServedPage {
  readonly page: Page;
  readonly adapter: FoundAdapter | undefined;
  close(): Promise<void>;
}

const OPEN_LIMIT_MS = 120_000;

/** Builds a page, serves it, and opens it in a browser. Throws CommandFailureError where that is impossible. */
export async function openServedPage(options: ServedPageOptions): Promise<ServedPage> {
  const owned = new OwnedResources();
  try {
    return await withLimit(open(options, owned), OPEN_LIMIT_MS, 'The browser did not answer.');
  } catch (error) {
    await owned.close();
    throw error instanceof CommandFailureError ? error : new CommandFailureError(browserNotStarted(error));
  }
}

async function open(options: ServedPageOptions, owned: OwnedResources): Promise<ServedPage> {
  const executablePath = findChromium();
  if (!executablePath) throw new CommandFailureError(noBrowser(process.env.CHROME_PATH));
  const server = createStaticServer(await options.build(owned));
  if (options.isolated) isolate(server);
  owned.add(() => closeServer(server));
  const site = await listenOnFreePort(server, 0);
  const { page, adapter } = await openPage({ ...options, executablePath, site }, owned);
  const lost = (what: 'closed' | 'crashed') => {
    if (!owned.isClosed) options.onLost(browserLost(what));
  };
  page.on('crash', () => lost('crashed'));
  page.on('close', () => lost('closed'));
  page
    .context()
    .browser()
    ?.on('disconnected', () => lost('closed'));
  return { page, adapter, close: () => owned.close() };
}

/** Opens the page on the kind of adapter that was asked for. */
async function openPage(
  options: ServedPageOptions & { executablePath: string; site: string },
  owned: OwnedResources,
): Promise<Pick<ServedPage, 'page' | 'adapter'>> {
  const { adapter, headed, executablePath } = options;
  const attempts = adapter === 'software' ? [WEBGPU_FLAGS] : [HARDWARE_WEBGPU_FLAGS];
  if (adapter === 'auto') attempts.push(WEBGPU_FLAGS);
  let found: FoundAdapter | undefined;
  for (const [index, flags] of attempts.entries()) {
    const browser = await chromium.launch({
      executablePath,
      args: [...flags],
      headless: !headed,
      // A command ends by itself when interrupted, and closes the browser then.
      handleSIGINT: false,
      handleSIGTERM: false,
      timeout: OPEN_LIMIT_MS,
    });
    owned.add(() => browser.close());
    const page = await browser.newPage();
    await options.prepare?.(page);
    await page.goto(`${options.site}${options.search ?? ''}`, { timeout: OPEN_LIMIT_MS });
    found = await page.evaluate(findAdapter);
    const suits = adapter === 'hardware' ? found?.isSoftware === false : found !== undefined;
    // Without any adapter the worker itself says so, better than could be said here.
    const isLastResort = adapter !== 'hardware' && index === attempts.length - 1;
    if (suits || isLastResort) return { page, adapter: found };
    await browser.close();
  }
  throw new CommandFailureError(noHardwareAdapter(found?.name));
}

/** Runs in the page. */
async function findAdapter(): Promise<FoundAdapter | undefined> {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) return undefined;
  const { vendor, architecture, isFallbackAdapter } = adapter.info;
  const name = [vendor, architecture].filter(Boolean).join(' ');
  return { name, isSoftware: isFallbackAdapter || /swiftshader|llvmpipe|warp/i.test(name) };
}

function isolate(server: Server): void {
  server.prependListener('request', (_request, response) => {
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
