import { english } from '../../src/ui/strings/en/english.ts';
import { expectAccessible } from './support/accessible.ts';
import { ENDLESS_RUN, type Playground, SMALL_RUN } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

const { shell, controls } = english;

/** Charts are loaded apart from the page: a state is complete with them. */
async function open(playground: Playground, query: Parameters<Playground['open']>[0]): Promise<void> {
  await playground.open(query);
  await expect(playground.chart('throughput')).toBeVisible();
}

test('axe finds nothing before and in a run', async ({ page, playground }) => {
  // Uncut, so that its announcement is another one than that of the runs which are.
  await open(playground, { ...ENDLESS_RUN, batch: 75, budget: 8 });
  await playground.numbers();
  await expectAccessible(page, 'idle');

  await playground.action('start').click();
  await playground.expectPhase('training');
  await expect(playground.announcement).toHaveText(
    /^Micro-batch chosen: 1 slice, the whole batch, peak \S+\sMiB\. Training\.$/,
  );
  await expectAccessible(page, 'training');

  await playground.action('pause').click();
  await playground.expectPhase('paused');
  await playground.openTab('device');
  await expectAccessible(page, 'paused');
});

test('axe finds nothing when nothing fits, and in the help', async ({ page, playground }) => {
  await open(playground, { ...SMALL_RUN, budget: 1 });
  await expect(playground.sentence).toContainText('does not fit');
  await playground.openTab('data');
  await page.getByRole('button', { name: controls.more }).click();
  await expectAccessible(page, 'does not fit');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: shell.help.title })).toBeVisible();
  await expectAccessible(page, 'help');
});

test('axe finds nothing when a run has failed', async ({ page, playground, problems }) => {
  problems.expect(/404.*fashion-mnist/);
  await page.route('**/fashion-mnist/*.gz', (route) => route.fulfill({ status: 404 }));
  await open(playground, { ...SMALL_RUN, start: 1 });
  await playground.expectPhase('failed');
  await expect(playground.failure).toBeVisible();
  await expectAccessible(page, 'failed');
});

test.describe('390 × 844', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('axe finds nothing on a small screen, nor in its sheet of controls', async ({ page, playground }) => {
    await open(playground, SMALL_RUN);
    await playground.numbers();
    await expectAccessible(page, 'small screen');
    await page.getByRole('button', { name: shell.openControls }).click();
    await expect(page.getByRole('dialog', { name: shell.controlsTitle })).toBeVisible();
    await expectAccessible(page, 'sheet of controls');
  });
});
