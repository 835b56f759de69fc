import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import type { TrainingPhase } from '../../src/core/training-phase.ts';
import { english } from '../../src/ui/strings/en/english.ts';
import { readStoredRecords } from './stored-records.ts';
import type { WriteProbe } from './write-probe.ts';

const { shell, charts, keptRuns } = english;

const POLL_MS = 50;

/** The page of a run, as far as these experiments touch it. Every wait ends after the page's own time limit. */
export class RunPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(address: string): Promise<void> {
    await this.#page.goto(address);
    // The worker has answered: it is there, and with it the probe.
    await this.#page.locator('p[data-pending="false"]').waitFor();
  }

  async press(action: 'start' | 'resume' | 'stepUpdate'): Promise<void> {
    const group = this.#page.getByRole('group', { name: shell.actions.label, exact: true });
    await group.getByRole('button', { name: shell.actions[action], exact: true }).click();
  }

  async inPhase(phase: TrainingPhase): Promise<void> {
    await this.#page.locator(`[data-phase="${phase}"]`).waitFor({ state: 'attached' });
  }

  /** Waits until a whole checkpoint of so many updates is kept. */
  async kept(updates: number): Promise<void> {
    const isKept = async () =>
      (await readStoredRecords(this.#page)).some((record) => record.state === 'whole' && record.updates === updates);
    while (!(await isKept())) await this.#page.waitForTimeout(POLL_MS);
  }

  /** Makes the run take a checkpoint after the update that it is at, while it trains on: as a page does that is hidden. */
  async hide(): Promise<void> {
    await this.#page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
      Reflect.deleteProperty(document, 'visibilityState');
    });
  }

  /** Tells the worker's probe where to stop in the next write. */
  async arm(probe: Pick<WriteProbe, 'stopAt' | 'isHeld'>): Promise<void> {
    await this.#worker().evaluate(
      (settings) => Object.assign(Reflect.get(globalThis, 'writeProbe'), { ...settings, isArmed: true }),
      probe,
    );
  }

  /** The steps of the write that an armed probe has watched to its end. */
  async stepsWatched(): Promise<readonly string[]> {
    for (;;) {
      const probe = await this.#worker().evaluate((): WriteProbe => Reflect.get(globalThis, 'writeProbe'));
      if (probe.isWritten && !probe.isArmed) return probe.steps;
      await this.#page.waitForTimeout(POLL_MS);
    }
  }

  /** Updates of the run that the page offers to resume, as its title says. */
  async offered(): Promise<number> {
    const title = await this.#offer().getByRole('heading').textContent();
    return Number(/[\d,]+/.exec(title ?? '')?.[0].replaceAll(',', ''));
  }

  async acceptOffer(): Promise<void> {
    await this.#offer().getByRole('button', { name: keptRuns.offer.resume, exact: true }).click();
  }

  /** Lines of the run's log that warn of something. */
  async warnings(): Promise<readonly string[]> {
    await this.#page.getByRole('tab', { name: english.panels.events.tab, exact: true }).click();
    const list = this.#page.getByRole('region', { name: english.panels.events.list, exact: true });
    return list.locator('li:not([data-level="info"])').allInnerTexts();
  }

  /** The table of losses as the page writes it: update, loss, accuracy, test, gradient norm, learning rate. */
  async losses(): Promise<string> {
    const downloaded = this.#page.waitForEvent('download');
    const chart = this.#page.getByRole('region', { name: charts.loss.title, exact: true });
    const name = charts.shared.download(charts.loss.title);
    await chart.getByRole('button', { name, exact: true }).click();
    return readFile(await (await downloaded).path(), 'utf8');
  }

  #offer() {
    return this.#page.getByRole('region', { name: keptRuns.offer.label, exact: true });
  }

  #worker() {
    const worker = this.#page.workers().find((each) => each.url().includes('/training.worker-'));
    if (!worker) throw new Error('The page has no training worker.');
    return worker;
  }
}
