import { english } from '../../src/ui/strings/en/english.ts';
import { SMALL_RUN } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

const { shell, controls, charts, panels } = english;

test('a budget that holds nothing says why where it is set, trains nothing, and offers a budget that does', async ({
  page,
  playground,
}) => {
  await playground.open({ ...SMALL_RUN, budget: 1 });
  await expect(playground.sentence).toHaveText(
    /^Batch 64 does not fit 1\.00\sMiB · even one example needs 3\.6\d\sMiB$/,
  );

  const reason = page.getByRole('alert');
  await expect(reason).toContainText(/One example alone needs 3\.\d+\sMiB\./);
  await expect(playground.budget).toHaveAccessibleDescription(/The budget is 1\.00\sMiB\./);
  await expect(reason).toContainText('Raise the memory budget to at least');
  await expect(playground.chart('sliceTimeline')).toContainText(charts.sliceTimeline.noTimeline);
  await expect(await playground.openTab('search')).toContainText(panels.search.choice.doesNotFit);

  await test.step('nothing starts, by button, by step or by key', async () => {
    const start = playground.action('start');
    await expect(start).toHaveAttribute('aria-disabled', 'true');
    await start.click({ force: true });
    await playground.action('stepSlice').click({ force: true });
    await page.keyboard.press('Shift+ArrowRight');
    await start.blur();
    await page.keyboard.press('Space');
    await playground.expectPhase('idle');
    await start.hover();
    await expect(page.getByRole('tooltip')).toContainText(shell.actions.needsPlan);
  });

  await test.step('one press repairs it', async () => {
    await reason.getByRole('button', { name: /^Set 3\.75\s/ }).click();
    expect(await playground.numbers()).toMatchObject({ batch: 64, budgetBytes: 3.75 * 2 ** 20 });
    await expect(reason).toBeHidden();
    await expect(playground.action('start')).not.toHaveAttribute('aria-disabled', 'true');
  });
});

test('a fixed micro-batch that does not fit is not changed, but explained', async ({ page, playground }) => {
  await playground.open({ ...SMALL_RUN, 'micro-batch': 64 });
  await expect(playground.sentence).toContainText('does not fit');
  await expect(page.getByRole('alert')).toContainText('set the micro-batch to auto');
  await page.getByRole('button', { name: controls.more }).click();
  await expect(page.getByRole('textbox', { name: controls.fields.microBatch.label })).toHaveValue('64');
  await expect(playground.action('start')).toHaveAttribute('aria-disabled', 'true');
});

test('what an address asks for and cannot have is named, and the rest is taken', async ({ page, playground }) => {
  await playground.open({ batch: 'many', budget: 3.75, seed: 5 });
  await expect(page.getByRole('alert')).toContainText('batch is “many”, but must be a whole number from 1 to 16,384.');
  expect(await playground.numbers()).toMatchObject({ batch: 512, budgetBytes: 3.75 * 2 ** 20 });
});
