import { english } from '../../src/ui/strings/en/english.ts';
import { expectAccessible } from './support/accessible.ts';
import { type Playground, SMALL_RUN } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

const { shell, panels } = english;

/** What the page is without WebGPU: it says what helps, plans, and trains nothing. */
async function expectPlanningOnly(playground: Playground, why: RegExp): Promise<void> {
  const { page } = playground;
  const panel = page.getByRole('alert').filter({ hasText: shell.noWebgpu.title });
  await expect(panel).toContainText('Chrome on Linux');
  await panel.getByText(shell.noWebgpu.why).click();
  await expect(panel).toContainText(why);
  await expect(page.getByText(shell.device.none, { exact: true })).toBeVisible();

  const planned = await playground.numbers();
  expect(planned.sliceSizes.length).toBeGreaterThan(1);
  await playground.batchSize.fill('200');
  await expect(playground.sentence).toContainText('Batch 200 ');
  expect((await playground.numbers()).sliceSizes.length).toBeGreaterThan(planned.sliceSizes.length);
  await expect(await playground.openTab('device')).toContainText(panels.device.assumedLimits);

  await expect(playground.action('start')).toHaveAttribute('aria-disabled', 'true');
  await playground.action('start').click({ force: true });
  await playground.expectPhase('idle');
}

test('without an adapter the page says what helps, and plans all the same', async ({ page, playground }) => {
  await playground.open(SMALL_RUN);
  await expectPlanningOnly(playground, /no graphics adapter/);
  await expectAccessible(page, 'no adapter');
});

test('without navigator.gpu the page says what helps, and plans all the same', async ({ page, playground }) => {
  // Only the worker asks for WebGPU, and init scripts do not reach workers.
  await page.route(/training\.worker-.*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `delete WorkerNavigator.prototype.gpu;\n${await response.text()}` });
  });
  await playground.open(SMALL_RUN);
  await expectPlanningOnly(playground, /does not offer WebGPU/);
});

test('a link that starts at once ends in the reason why it cannot', async ({ playground }) => {
  await playground.open({ ...SMALL_RUN, start: 1 });
  await playground.expectPhase('failed');
  await expect(playground.failure).toContainText('no graphics adapter');
  await expect(playground.announcement).toContainText('Failed.');
});
