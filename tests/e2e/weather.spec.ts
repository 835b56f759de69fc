import type { Locator } from '@playwright/test';
import { english } from '../../src/ui/strings/en/english.ts';
import { expectAccessible } from './support/accessible.ts';
import { numbersOf } from './support/csv.ts';
import { type Playground, SMALL_RUN } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

const { weather: words } = english.panels;

const PICTURE = { name: new RegExp(`^${words.picture.label('')}`) } as const;

const UPDATES = 16;
/** About half the examples that the run begins with fit beside what is always there. */
const LOWER_MIB = 3.7;
const STORM = `4s2b${LOWER_MIB}_6fail3_10b${SMALL_RUN.budget}_13lost`;

/** The largest difference of two curves, relative to the first. */
function difference(one: readonly number[], other: readonly number[]): number {
  return Math.max(...one.map((value, index) => Math.abs((other[index] ?? Number.NaN) / value - 1)));
}

test('a link with weather trains through all of it, and its updates are those of a calm run', async ({
  page,
  playground,
}) => {
  await playground.open({ ...SMALL_RUN, updates: UPDATES, weather: STORM });
  const planned = (await playground.numbers()).sliceSizes.length;
  const panel = await playground.openTab('weather');
  await expect(panel.getByRole('img', PICTURE)).toHaveAccessibleName(
    /2 steps; the device is lost once; 3 allocations fail/,
  );
  await expect(page.getByText(words.note.from('4'))).toBeVisible();

  await playground.action('start').click();
  await playground.expectPhase('finished');
  const stormy = await playground.downloadCsv('loss');
  expect(numbersOf(stormy, 'update')).toEqual(Array.from({ length: UPDATES }, (_, index) => index + 1));
  const cut = await playground.downloadCsv('microBatch');
  expect(numbersOf(cut, 'batch')).toEqual(new Array(UPDATES).fill(64));
  const slices = numbersOf(cut, 'slices');
  expect(slices[2]).toBe(planned);
  expect(slices[4]).toBeGreaterThan(planned);
  const memory = await playground.downloadCsv('memory');
  const budgets = numbersOf(memory, 'budgetBytes');
  expect(budgets[5]).toBe(Math.floor(LOWER_MIB * 2 ** 20));
  for (const [index, allocated] of numbersOf(memory, 'allocatedBytes').entries()) {
    expect(allocated).toBeLessThanOrEqual(budgets[index] ?? 0);
  }
  const log = await playground.openTab('events');
  await expect(log.getByText('Memory weather: the device is lost.')).toHaveCount(1);
  await expect(log.getByText('Memory weather: allocations that fail from now on: 3.')).toHaveCount(1);
  await expect(log).toContainText(/on another device; updates repeated: \d+\./);

  await playground.openTab('weather');
  await panel.getByRole('button', { name: words.presets.calm.name, exact: true }).click();
  await expect(page.getByText(words.note.from('4'))).toBeHidden();
  await playground.action('startAgain').click();
  await playground.expectPhase('training');
  await playground.expectPhase('finished');
  const calm = await playground.downloadCsv('loss');
  expect(numbersOf(calm, 'loss')).toHaveLength(UPDATES);
  expect(difference(numbersOf(calm, 'loss'), numbersOf(stormy, 'loss'))).toBeLessThan(1e-5);
});

/** Drags over the picture, between places given as shares of its plot. */
async function drag({ page }: Playground, picture: Locator, ...places: (readonly [number, number])[]): Promise<void> {
  await picture.scrollIntoViewIfNeeded();
  const box = await picture.boundingBox();
  if (!box) throw new Error('The picture is not shown.');
  // The plot's margins: numbers at the left, flags above, updates below.
  const at = ([x, y]: readonly [number, number]) =>
    [box.x + 62 + x * (box.width - 74), box.y + 30 + y * (box.height - 52)] as const;
  const [first = [0, 0], ...others] = places;
  await page.mouse.move(...at(first));
  await page.mouse.down();
  for (const place of others) await page.mouse.move(...at(place), { steps: 8 });
  await page.mouse.up();
}

test('drawing changes address and list, the list changes the picture, and a bad paste says why', async ({
  page,
  playground,
}) => {
  await playground.open({ ...SMALL_RUN, budget: 4, updates: 100 });
  await playground.numbers();
  // Charts are loaded apart from the page, and move what is below them.
  await expect(playground.chart('throughput')).toBeVisible();
  const panel = await playground.openTab('weather');
  const picture = panel.getByRole('img', PICTURE);
  const rows = panel.getByRole('listitem');
  const tool = (name: string) => panel.getByRole('button', { name, exact: true });

  await test.step('with the mouse', async () => {
    await expect(picture).toHaveAccessibleName(new RegExp(words.sentence.calm));
    await drag(playground, picture, [0.205, 0.3], [0.305, 0.3]);
    // From the beginning of update 21 to the end of update 31, and back to the person's budget.
    await expect(page).toHaveURL(/weather=21b[\d.]+_32b4&/);
    await expect(rows).toHaveCount(2);
    await tool(words.tools.lost.name).click();
    await drag(playground, picture, [0.505, 0.5]);
    await expect(page).toHaveURL(/_51lost&/);
    await tool(words.tools.erase.name).click();
    await drag(playground, picture, [0.2, 0.5], [0.35, 0.5]);
    await expect(page).toHaveURL(/weather=51lost&/);
    await page.keyboard.press('Control+z');
    await expect(rows).toHaveCount(3);
  });

  await test.step('by keyboard', async () => {
    const step = panel.getByRole('group', { name: 'Step at update 21', exact: true });
    await step.getByRole('textbox', { name: words.list.fields.budget }).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('3.7 MiB');
    await expect(picture).toHaveAccessibleName(
      /The lowest budget, 3.7 MiB, comes with update 21 and holds about \d+ of 64/,
    );
    await step.getByRole('textbox', { name: words.list.fields.slice }).fill('0');
    await expect(step.getByRole('alert')).toHaveText(/^slice must be a whole number from 1 to /);
    await panel.getByRole('button', { name: words.list.add }).press('Enter');
    await expect(rows).toHaveCount(4);
    // The new row has the focus, on what it is.
    await page.keyboard.press('Tab');
    await page.keyboard.type('60');
    await expect(panel.getByRole('group', { name: 'Step at update 60', exact: true })).toBeVisible();
    await panel.getByRole('button', { name: words.list.remove('Lose device at update 51') }).press('Enter');
    await expect(page).toHaveURL(/weather=21b3.7_32b4_60b4&/);
  });

  await test.step('by pasting', async () => {
    const text = panel.getByRole('textbox', { name: words.text.label });
    const before = await text.inputValue();
    await text.fill('10b3.7_11x');
    await panel.getByRole('button', { name: words.text.use }).click();
    await expect(panel.getByText('“11x” is no entry.')).toBeVisible();
    await expect(text).toHaveValue('10b3.7_11x');
    await expect(rows).toHaveCount(3);
    await panel.getByRole('button', { name: words.text.discard }).click();
    await expect(text).toHaveValue(before);
    await text.fill(
      '{"spikes": [{"from": 5, "to": 6, "budgetMiB": 3.7}], "points": [{"update": 9, "failAllocations": 2}]}',
    );
    await panel.getByRole('button', { name: words.text.use }).click();
    await expect(page).toHaveURL(/weather=9fail2_5-6b3.7&/);
    await expect(rows).toHaveCount(2);
  });

  await expectAccessible(page, 'weather', '[role="tabpanel"]');
  await page.setViewportSize({ width: 390, height: 844 });
  await playground.expectNoHorizontalScroll();
});
