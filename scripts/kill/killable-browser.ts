import { type BrowserContext, chromium, type Page } from 'playwright';
import { findChromium, WEBGPU_FLAGS } from '../find-chromium.mjs';
import { CommandFailureError, noBrowser } from '../train/command-failure.ts';
import { PROBE_CHANNEL, probeScript } from './write-probe.ts';

/** A Chromium on a profile that outlives it. Owned by whoever opens it: `close` or `kill` ends it. */
export interface KillableBrowser {
  readonly page: Page;
  /** Resolves with the step at which the browser was killed. Pending where none is reached. */
  readonly killedAt: Promise<string>;
  close(): Promise<void>;
}

const WAIT_LIMIT_MS = 120_000;

/**
 * Opens a browser on the profile in this folder. All of its processes are killed (SIGKILL to their group) in the moment
 * in which a worker with a probe tells that it has come to its step.
 */
export async function openKillableBrowser(profile: string): Promise<KillableBrowser> {
  const executablePath = findChromium();
  if (!executablePath) throw new CommandFailureError(noBrowser(process.env.CHROME_PATH));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...WEBGPU_FLAGS],
    headless: true,
    viewport: { width: 1440, height: 900 },
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  const group = await processGroup(context);
  await context.route(/\/training\.worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: probeScript() + (await response.text()) });
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(WAIT_LIMIT_MS);
  const killedAt = new Promise<string>((resolve) => {
    page.on('console', (message) => {
      const text = message.text();
      if (!text.startsWith(PROBE_CHANNEL)) return;
      context.once('close', () => resolve(text.slice(PROBE_CHANNEL.length + 1)));
      process.kill(-group, 'SIGKILL');
    });
  });
  await page.addInitScript((name) => {
    new BroadcastChannel(name).onmessage = ({ data }) => console.log(`${name} ${data}`);
  }, PROBE_CHANNEL);
  return { page, killedAt, close: () => context.close() };
}

/** The browser's process, which leads a group of its own: all that it has started belong to it. */
async function processGroup(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession();
  const processes = (await session?.send('SystemInfo.getProcessInfo'))?.processInfo;
  const id = processes?.find(({ type }) => type === 'browser')?.id;
  if (id === undefined) throw new Error('The browser does not say which process it is.');
  return id;
}
