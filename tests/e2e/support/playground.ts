import { expect, type Locator, type Page } from '@playwright/test';
import type { TrainingPhase } from '../../../src/core/training-phase.ts';
import { english } from '../../../src/ui/strings/en/english.ts';
import { type CsvColumns, readCsv } from './csv.ts';
import { parseSentence, type SentenceNumbers } from './sentence.ts';

const { shell, charts, panels } = english;

/** Settings of an address, such as `{ batch: 64, budget: 3.75 }`. */
export type Query = Readonly<Record<string, string | number>>;

/**
 * The smallest run that is still cut: 64 images alone are 196 KiB, and beside the 3.59 MiB that hold parameters, gradient
 * sum and Adam's two slots a budget of 3.75 MiB leaves 164 KiB. No evaluation before the last update.
 */
export const SMALL_RUN = { batch: 64, budget: 3.75, updates: 3, 'evaluate-every': 0 } as const satisfies Query;

/** The same, too long to end within a test. */
export const ENDLESS_RUN = { ...SMALL_RUN, updates: 100_000 } as const satisfies Query;

const RUN_TIMEOUT_MS = 120_000;

export type RunAction = 'start' | 'startAgain' | 'pause' | 'resume' | 'stop' | 'reset' | 'stepSlice' | 'stepUpdate';
export type ChartName = 'loss' | 'memory' | 'microBatch' | 'throughput' | 'sliceTimeline';
export type TabName = 'search' | 'events' | 'weather' | 'device' | 'data';

/** The page as a person meets it. */
export class Playground {
  readonly page: Page;
  /** The large sentence: batch, slices, peak, update. */
  readonly sentence: Locator;
  /** The batch as a picture; its name says what it shows. */
  readonly ribbon: Locator;
  /** What is told to people who do not see the page. */
  readonly announcement: Locator;
  readonly failure: Locator;
  readonly batchSize: Locator;
  readonly budget: Locator;

  constructor(page: Page) {
    this.page = page;
    this.sentence = page.locator('p[data-source]');
    this.ribbon = page.getByRole('region', { name: charts.ribbon.title, exact: true }).getByRole('img');
    this.announcement = page.locator('[role="status"][aria-live="polite"]');
    this.failure = page.getByRole('alert').filter({ has: page.getByRole('button', { name: shell.failure.restart }) });
    this.batchSize = page.getByRole('textbox', { name: english.controls.fields.batchSize.label, exact: true });
    this.budget = page.getByRole('textbox', { name: english.controls.fields.budgetMiB.label, exact: true });
  }

  async open(query: Query): Promise<void> {
    const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    await this.page.goto(`/?${params}`);
  }

  /** A button of the run, by what it does. */
  action(action: RunAction): Locator {
    return this.page
      .getByRole('group', { name: shell.actions.label, exact: true })
      .getByRole('button', { name: shell.actions[action], exact: true });
  }

  /** Waits as long as compiling and training may take on a software adapter that shares its machine. */
  async expectPhase(phase: TrainingPhase, timeout = RUN_TIMEOUT_MS): Promise<void> {
    await expect(this.page.locator('[data-phase]')).toHaveAttribute('data-phase', phase, { timeout });
  }

  /** Waits until the run's curve has so many updates at least. */
  async expectUpdates(least: number): Promise<void> {
    const updates = async () => (await this.downloadCsv('loss')).update?.length;
    await expect.poll(updates, { timeout: RUN_TIMEOUT_MS, intervals: [1000] }).toBeGreaterThanOrEqual(least);
  }

  /** Waits until the sentence shows a plan that fits and no newer one is on its way. */
  async numbers(): Promise<SentenceNumbers> {
    await expect(this.sentence).toHaveAttribute('data-pending', 'false');
    await expect(this.sentence).toHaveText(/^Batch .* = /);
    const text = (await this.sentence.textContent()) ?? '';
    const numbers = parseSentence(text.replaceAll(/\s+/g, ' '));
    if (!numbers) throw new Error(`The sentence reads “${text}”.`);
    return numbers;
  }

  async expectNoHorizontalScroll(): Promise<void> {
    const overflowPx = () =>
      this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(overflowPx).toBe(0);
  }

  chart(name: ChartName): Locator {
    return this.page.getByRole('region', { name: charts[name].title, exact: true });
  }

  /** Shows a chart's numbers as a table, and returns it. */
  async openTable(name: ChartName): Promise<Locator> {
    const toggle = this.chart(name).getByRole('button', {
      name: charts.shared.tableOf(charts[name].title),
      exact: true,
    });
    if ((await toggle.getAttribute('aria-pressed')) !== 'true') await toggle.click();
    return this.chart(name).getByRole('table');
  }

  /** The texts of a chart's table, a row at a time, in the order shown; each row by its headings. */
  async readTable(name: ChartName): Promise<readonly Readonly<Record<string, string>>[]> {
    const table = await this.openTable(name);
    const headings = await table.getByRole('columnheader').allInnerTexts();
    const rows = await table.locator('tbody tr').all();
    return Promise.all(
      rows.map(async (row) => {
        const cells = await row.getByRole('cell').allInnerTexts();
        return Object.fromEntries(headings.map((heading, index) => [heading, cells[index] ?? '']));
      }),
    );
  }

  async downloadCsv(name: ChartName): Promise<CsvColumns> {
    const downloaded = this.page.waitForEvent('download');
    await this.chart(name)
      .getByRole('button', { name: charts.shared.download(charts[name].title), exact: true })
      .click();
    return readCsv(await downloaded);
  }

  async openTab(name: TabName): Promise<Locator> {
    await this.page.getByRole('tab', { name: panels[name].tab, exact: true }).click();
    return this.page.getByRole('tabpanel', { name: panels[name].tab, exact: true });
  }
}
