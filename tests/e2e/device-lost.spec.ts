import { english } from '../../src/ui/strings/en/english.ts';
import { ENDLESS_RUN } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

const { shell } = english;
/** A device is found, and kernels compiled, in this time on a busy machine. */
const PATIENCE_MS = 60_000;
const MOST_LOSSES = 12;

// Chromium counts crashes of its GPU process: after a few it stops starting it, and sites that caused one lose 3D for a while.
const SURVIVE_CRASHES = ['--disable-gpu-process-crash-limit', '--disable-domain-blocking-for-3d-apis'];

test.use({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...SURVIVE_CRASHES] }),
    { scope: 'worker' },
  ],
});

test('a lost device is replaced and the run goes on; lost again and again, the run ends with the reason', async ({
  browser,
  page,
  playground,
}) => {
  const devTools = await browser.newBrowserCDPSession();
  await playground.open({ ...ENDLESS_RUN, start: 1 });
  await playground.expectUpdates(2);
  // What is kept at rest is the least that the run goes on from.
  await playground.action('pause').click();
  await playground.expectPhase('paused');
  const before = await playground.downloadCsv('loss');
  const kept = before.loss?.length ?? 0;
  await playground.action('resume').click();
  const log = await playground.openTab('events');
  const replaced = log.getByText(/The run goes on from update \d+ on another device; updates repeated: \d+\./);
  // The reply may never come: the process that would give it is the one that ends.
  const loseDevice = () => void devTools.send('Browser.crashGpuProcess').catch(() => {});

  await test.step('the curve goes on from the last checkpoint, which stays as it was', async () => {
    loseDevice();
    await expect(replaced).toHaveCount(1, { timeout: PATIENCE_MS });
    const [, from] = /from update (\d+) on another device/.exec((await log.textContent()) ?? '') ?? [];
    expect(Number(from)).toBeGreaterThanOrEqual(kept);
    await playground.expectUpdates(kept + 1);
    expect((await playground.downloadCsv('loss')).loss?.slice(0, kept)).toEqual(before.loss);
  });

  await test.step('a fourth loss in a row ends the run, with a failure that names its update', async () => {
    // Losses that are ten updates apart are not in a row: a fast machine may need more of them.
    const phase = page.locator('[data-phase]');
    for (let losses = 2; losses <= MOST_LOSSES; losses += 1) {
      loseDevice();
      await expect
        .poll(
          async () => (await replaced.count()) === losses || (await phase.getAttribute('data-phase')) === 'failed',
          {
            timeout: PATIENCE_MS,
          },
        )
        .toBe(true);
      await expect(phase).toHaveAttribute('data-phase', /^(training|failed)$/, { timeout: PATIENCE_MS });
      if ((await phase.getAttribute('data-phase')) === 'failed') break;
    }
    await playground.expectPhase('failed');
    await expect(playground.failure.getByRole('heading')).toHaveText(/^The GPU device was lost after update [\d,]+\.$/);
  });

  await test.step('Restart trains on another', async () => {
    await playground.failure.getByRole('button', { name: shell.failure.restart }).click();
    await expect(playground.failure).toBeHidden();
    await playground.expectUpdates(1);
    await playground.action('stop').click();
    await playground.expectPhase('stopped');
  });
});
