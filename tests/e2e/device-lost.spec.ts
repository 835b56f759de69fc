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
  const loseDevice = async (message: RegExp) => {
    // The reply may never come: the process that would give it is the one that ends.
    void devTools.send('Browser.crashGpuProcess').catch(() => {});
    await playground.expectPhase('failed');
    await expect(playground.failure.getByRole('heading')).toHaveText(message);
  };
  await playground.open({ ...ENDLESS_RUN, start: 1 });

  await test.step('the failure names the update, and the curve stays', async () => {
    await playground.expectUpdates(2);
    const message = /^The GPU device was lost after update ([\d,]+)\.$/;
    await loseDevice(message);
    const text = (await playground.failure.getByRole('heading').textContent()) ?? '';
    const finished = Number(message.exec(text)?.[1]?.replaceAll(',', ''));
    const curve = numbersOf(await playground.downloadCsv('loss'), 'update');
    // The newest finished update's numbers may have been lost with the device.
    expect([curve.length, curve.length + 1]).toContain(finished);
    await expect(playground.announcement).toHaveText(`Failed. ${text}`);
    await expect(await playground.openTab('events')).toContainText(text);
  });

  await test.step('Start finds another device, which is lost while kernels compile', async () => {
    await playground.action('start').click();
    await playground.expectPhase('compiling');
    await loseDevice(/^The GPU device was lost before the first update\.$/);
  });

  await test.step('Restart trains on a third', async () => {
    await playground.failure.getByRole('button', { name: shell.failure.restart }).click();
    await expect(playground.failure).toBeHidden();
    await playground.expectUpdates(1);
    await playground.action('stop').click();
    await playground.expectPhase('stopped');
  });
});
