import { english } from '../../src/ui/strings/en/english.ts';
import { expectAccessible } from './support/accessible.ts';
import { SMALL_RUN } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

const { measurement: words } = english.panels;
const { controls } = english;

test('the device is measured up to a ceiling, by keyboard, and the result is a budget preset that survives a reload', async ({
  page,
  playground,
}) => {
  await playground.open(SMALL_RUN);
  await playground.numbers();
  const panel = await playground.openTab('device');
  const presets = page.getByRole('group', { name: controls.presets });
  // 80 % of 64 MiB in whole MiB.
  const measured = presets.getByRole('button', { name: words.preset('51.0\u00a0MiB') });
  await expect(measured).toHaveCount(0);

  await panel.getByRole('button', { name: words.start }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: words.dialog.title });
  await dialog.getByRole('combobox', { name: words.dialog.ceiling }).selectOption('64.0\u00a0MiB');
  await expectAccessible(page, 'dialog', '[role="dialog"]');
  await dialog.getByRole('button', { name: words.dialog.start }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  const section = panel.getByRole('region', { name: words.title });
  await expect(section).toContainText(words.result('64.0\u00a0MiB'));
  await expect(playground.announcement).toContainText(words.stops.ceiling);
  await expect(section.getByRole('button', { name: words.again })).toBeFocused();

  await page.setViewportSize({ width: 390, height: 844 });
  await playground.expectNoHorizontalScroll();
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.reload();
  await measured.click();
  await expect(measured).toHaveAttribute('aria-pressed', 'true');
  await expect(measured).toHaveAccessibleDescription(/^80\s% of the 64\.0\sMiB that passed on /);
  expect(await playground.numbers()).toMatchObject({ budgetBytes: 51 * 2 ** 20 });
});
