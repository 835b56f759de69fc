import type { Page } from '@playwright/test';
import { english } from '../../src/ui/strings/en/english.ts';
import { SMALL_RUN } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

const { header } = english.shell;

/** Colours that the page is drawn in: of its ground, of the sentence, and of one kind of byte. */
function colours(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const style = getComputedStyle(document.body);
    return [style.backgroundColor, style.color, style.getPropertyValue('--kind-parameters')];
  });
}

test('dark follows the system until the person chooses, and the choice is kept', async ({ page, playground }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await playground.open(SMALL_RUN);
  await playground.numbers();
  const light = await colours(page);

  await page.emulateMedia({ colorScheme: 'dark' });
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  const dark = await colours(page);
  for (const [index, colour] of dark.entries()) expect(colour).not.toBe(light[index]);

  await page.getByRole('button', { name: header.toLight, exact: true }).click();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  expect(await colours(page)).toEqual(light);

  await page.reload();
  await playground.numbers();
  expect(await colours(page)).toEqual(light);
});

test('the address can ask for dark, until the person chooses', async ({ page, playground }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await playground.open({ ...SMALL_RUN, theme: 'dark' });
  await playground.numbers();
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: header.toLight, exact: true }).click();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(page).not.toHaveURL(/theme=/);
});
