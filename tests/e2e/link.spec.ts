import { numbersOf } from './support/csv.ts';
import { Playground, SMALL_RUN } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

test('the address reproduces a run, digit for digit, in a browser that has never seen the page', async ({
  browser,
  page,
  playground,
  problems,
}) => {
  // Dropout too: whatever is random has to follow from the seed in the address.
  await playground.open({ ...SMALL_RUN, dropout: 0.2 });
  await page.getByRole('textbox', { name: 'Seed', exact: true }).fill('7');
  await expect(page).toHaveURL(/seed=7/);
  await playground.action('start').click();
  await playground.expectPhase('finished');
  const first = await playground.downloadCsv('loss');
  expect(numbersOf(first, 'loss')).toHaveLength(SMALL_RUN.updates);

  const context = await browser.newContext();
  try {
    const other = new Playground(await context.newPage());
    await problems.watch(other.page, new URL(page.url()).origin);
    await other.page.goto(`${page.url()}&start=1`);
    await other.expectPhase('finished');
    expect(await other.downloadCsv('loss')).toEqual(first);
    expect(await other.readTable('loss')).toEqual(await playground.readTable('loss'));
  } finally {
    await context.close();
  }
});
