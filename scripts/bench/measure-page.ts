import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { buildSite } from '../browser/built-page.ts';
import { openServedPage } from '../browser/served-page.ts';
import type { CommandFailure } from '../train/command-failure.ts';
import type { AdapterChoice } from '../train/train-arguments.ts';
import { abortable } from './realm.ts';

/** Tasks that blocked the page for 50 ms or more while it trained, by the Long Tasks API. */
export interface PageMeasurement {
  readonly windowMs: number;
  readonly longTasksMs: readonly number[];
  /** Number of the update in the page's sentence at the end of the window. */
  readonly sentence: string;
}

interface LongTask {
  readonly startMs: number;
  readonly durationMs: number;
}

declare global {
  interface Window {
    readonly longTasks: LongTask[];
  }
}

/** The default workload in its default budget, far longer than it is watched. */
const SEARCH = '?start=1&seed=1&updates=100000';
const SETTLE_MS = 3000;
const WINDOW_MS = 10_000;
const START_LIMIT_MS = 120_000;

interface PageOptions {
  readonly adapter: AdapterChoice;
  readonly onLost: (failure: CommandFailure) => void;
  readonly signal: AbortSignal;
}

/** Builds the site, opens it training, lets it settle, then watches its main thread for ten seconds without touching it. */
export async function measurePage({ adapter, onLost, signal }: PageOptions): Promise<PageMeasurement> {
  signal.throwIfAborted();
  const served = await openServedPage({
    adapter,
    headed: false,
    onLost,
    search: SEARCH,
    build: async (owned) => [await buildSite(owned)],
    prepare: observeLongTasks,
  });
  try {
    return await abortable(watch(served.page), signal);
  } finally {
    await served.close();
  }
}

async function observeLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const longTasks: LongTask[] = [];
    Object.assign(window, { longTasks });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        longTasks.push({ startMs: startTime, durationMs: duration });
    }).observe({ type: 'longtask', buffered: true });
  });
}

async function watch(page: Page): Promise<PageMeasurement> {
  await page.locator('[data-phase="training"]').waitFor({ state: 'attached', timeout: START_LIMIT_MS });
  await wait(SETTLE_MS);
  const fromMs = await page.evaluate(() => performance.now());
  await wait(WINDOW_MS);
  const seen = await page.evaluate(() => ({
    longTasks: window.longTasks,
    nowMs: performance.now(),
    isTraining: document.querySelector('[data-phase="training"]') !== null,
    sentence: document.querySelector('main p[data-source="run"]')?.textContent ?? '',
  }));
  if (!seen.isTraining) throw new Error('The page did not train to the end of the window.');
  const longTasksMs = seen.longTasks.filter(({ startMs }) => startMs >= fromMs).map(({ durationMs }) => durationMs);
  return { windowMs: seen.nowMs - fromMs, longTasksMs, sentence: seen.sentence };
}
