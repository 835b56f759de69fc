import { english } from '../../src/ui/strings/en/english.ts';
import { SMALL_RUN } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

const { controls } = english;

test('batch and budget re-plan at once, in the sentence, the ribbon and the address, and start nothing', async ({
  page,
  playground,
}) => {
  await playground.open(SMALL_RUN);
  const before = await playground.numbers();

  await playground.batchSize.fill('96');
  await expect(playground.sentence).toContainText('Batch 96 ');
  const larger = await playground.numbers();
  expect(larger.sliceSizes.length).toBeGreaterThan(before.sliceSizes.length);
  await expect(playground.ribbon).toHaveAccessibleName(/^A batch of 96 /);

  await playground.budget.fill('64');
  await expect(playground.sentence).toContainText(`of 64.0 MiB`);
  expect((await playground.numbers()).sliceSizes).toEqual([96]);

  await expect(page).toHaveURL(/batch=96&budget=64MiB&/);
  await playground.expectPhase('idle');
  await expect(playground.action('start')).toBeEnabled();
});

test('every control of the plan works by keyboard alone', async ({ page, playground }) => {
  await playground.open(SMALL_RUN);
  await playground.numbers();

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: english.shell.skipLink })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await playground.batchSize.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('80');
  await expect(playground.sentence).toContainText('Batch 80 ');

  // The space bar types here; elsewhere it would start a run.
  await page.keyboard.press('Space');
  await page.getByRole('slider', { name: controls.slider(controls.fields.batchSize.label) }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(playground.sentence).not.toContainText('Batch 80 ');
  expect((await playground.numbers()).batch).toBeGreaterThan(80);

  const preset = page
    .getByRole('group', { name: controls.presets })
    .getByRole('button', { name: '8 MiB', exact: true });
  await preset.focus();
  await page.keyboard.press('Enter');
  await expect(preset).toHaveAttribute('aria-pressed', 'true');
  expect(await playground.numbers()).toMatchObject({ budgetBytes: 8 * 2 ** 20 });

  await playground.budget.fill('1.5 GiB');
  await expect(playground.sentence).toContainText('of 1.50 GiB');
  await page.keyboard.press('ArrowUp');
  await expect(playground.budget).toHaveValue('1.75 GiB');
  await preset.press('Enter');
  await expect(playground.budget).toHaveValue('8 MiB');
  await expect(playground.sentence).toContainText('of 8.00 MiB');

  await page.getByRole('slider', { name: controls.slider(controls.fields.budgetMiB.label) }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(playground.sentence).not.toContainText('of 8.00 MiB');
  expect((await playground.numbers()).budgetBytes).toBeLessThan(8 * 2 ** 20);
  await playground.expectPhase('idle');
});

test('a number out of range is refused where it is typed, and the plan stays', async ({ playground, page }) => {
  await playground.open(SMALL_RUN);
  const before = await playground.numbers();
  await playground.batchSize.fill('20000');
  await expect(page.getByRole('alert')).toContainText('Batch size must be a whole number from 1 to 16,384.');
  expect(await playground.numbers()).toEqual(before);
});
