import { english } from '../../src/ui/strings/en/english.ts';
import { numbersOf } from './support/csv.ts';
import { ENDLESS_RUN } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

const { shell } = english;

// Chromium counts crashes of its GPU process: after a few it stops starting it, and sites that caused one lose 3D for a while.
const SURVIVE_CRASHES = ['--disable-gpu-process-crash-limit', '--disable-domain-blocking-for-3d-apis'];

test.use({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...SURVIVE_CRASHES] }),
    { scope: 'worker' },
  ],
});

test('a device lost in mid-training ends in a failure that names its update, and training starts anew on another', async ({
  browser,
  playground,
}) => {
  const devTools = await browser.newBrowserCDPSession();
  const crashDevice = async () => {
    await playground.expectUpdates(2);
    // The reply may never come: the process that would give it is the one that ends.
    void devTools.send('Browser.crashGpuProcess').catch(() => {});
    await expect(playground.failure).toBeVisible();
    await playground.expectPhase('failed');
  };
  await playground.open({ ...ENDLESS_RUN, start: 1 });

  await test.step('the failure names the update, and the curve stays', async () => {
    await crashDevice();
    const message = (await playground.failure.getByRole('heading').textContent()) ?? '';
    const finished = Number(/lost after update ([\d,]+)\.$/.exec(message)?.[1]?.replaceAll(',', ''));
    const curve = numbersOf(await playground.downloadCsv('loss'), 'update');
    // The newest finished update's numbers may have been lost with the device.
    expect([curve.length, curve.length + 1]).toContain(finished);
    await expect(playground.announcement).toContainText('Failed.');
    await expect(await playground.openTab('events')).toContainText(message);
  });

  await test.step('Restart trains on a new device', async () => {
    await playground.failure.getByRole('button', { name: shell.failure.restart }).click();
    await expect(playground.failure).toBeHidden();
    await playground.expectPhase('training');
  });

  await test.step('so does Start, in the worker that has lost a device', async () => {
    await crashDevice();
    await playground.action('start').click();
    await expect(playground.failure).toBeHidden();
    await playground.expectPhase('training');
    await playground.action('stop').click();
    await playground.expectPhase('stopped');
  });
});
