import type { Page } from '@playwright/test';

/** Keeps a handle of every worker that the page starts from now on; call it before the page is opened. */
export async function keepWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const workers: Worker[] = [];
    Reflect.set(window, 'keptWorkers', workers);
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        workers.push(this);
      }
    };
  });
}

/** Ends all of the page's workers as a browser does that runs out of memory: they say nothing, they are gone. */
export async function killWorkers(page: Page): Promise<void> {
  await page.evaluate(() => {
    const workers: readonly Worker[] = Reflect.get(window, 'keptWorkers');
    for (const worker of workers) worker.terminate();
  });
}
