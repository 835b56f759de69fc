import type { Page } from 'playwright';
import type { RunCommand } from '../../src/protocol/commands.ts';
import type { KeepCommand } from '../../src/protocol/kept-run.ts';
import { buildScriptPage } from '../browser/built-page.ts';
import { withLimit } from '../browser/owned-resources.ts';
import { openServedPage } from '../browser/served-page.ts';
import type { PageEvent } from '../train-page/page-bridge.ts';
import { browserNotStarted, type CommandFailure, CommandFailureError } from './command-failure.ts';
import type { AdapterChoice } from './train-arguments.ts';

export interface TrainingBrowserOptions {
  readonly adapter: AdapterChoice;
  readonly headed: boolean;
  readonly onEvent: (event: PageEvent) => void;
  /** The browser is gone, and not because it was closed from here. */
  readonly onLost: (failure: CommandFailure) => void;
}

/** Commands without files, which do not cross. */
export type SentCommand = RunCommand | Extract<KeepCommand, { readonly type: 'keep-run' }>;

/** A server, a browser and in it a page with the training worker. Owns all three; `close` ends them. */
export interface TrainingBrowser {
  readonly page: Page;
  send(command: SentCommand): void;
  close(): Promise<void>;
}

const START_LIMIT_MS = 60_000;

/** Builds the page, opens it and starts its worker. Throws CommandFailureError where that is impossible. */
export async function openTrainingBrowser(options: TrainingBrowserOptions): Promise<TrainingBrowser> {
  const { adapter, headed, onEvent, onLost } = options;
  const served = await openServedPage({
    adapter,
    headed,
    onLost,
    build: async (owned) => [await buildScriptPage('scripts/train-page', owned), 'public'],
  });
  const { page } = served;
  const start = async () => {
    await page.exposeBinding('reportEvent', (_source, event: PageEvent) => onEvent(event));
    await page.evaluate(() => window.startWorker());
  };
  try {
    await withLimit(start(), START_LIMIT_MS, 'The page did not start its worker.');
  } catch (error) {
    await served.close();
    throw new CommandFailureError(browserNotStarted(error));
  }
  return {
    page,
    // A page that is gone has been reported as lost.
    send: (command) => void page.evaluate((c) => window.sendCommand(c), command).catch(() => undefined),
    close: () => served.close(),
  };
}
