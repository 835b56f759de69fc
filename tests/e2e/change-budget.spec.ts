import { english } from '../../src/ui/strings/en/english.ts';
import { numbersOf } from './support/csv.ts';
import { SMALL_RUN } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

const { shell } = english;
const UPDATES = 24;
/** About half the examples that the run begins with fit beside what is always there. */
const LOWER_MIB = 3.7;

test('a budget that is lowered while a run trains cuts the rest of its batch smaller, and the run finishes', async ({
  page,
  playground,
}) => {
  await playground.open({ ...SMALL_RUN, updates: UPDATES });
  const before = await playground.numbers();
  const [firstSlice = 0] = before.sliceSizes;
  await expect(page.getByText(shell.budgetOfRun)).toBeHidden();

  await test.step('in the middle of an update, at rest', async () => {
    await playground.action('stepSlice').click();
    await playground.expectPhase('paused');
    await expect(page.getByText(shell.budgetOfRun)).toBeVisible();
    await playground.budget.fill(String(LOWER_MIB));
    await expect.poll(async () => (await playground.numbers()).budgetBytes).toBe(LOWER_MIB * 2 ** 20);
    const after = await playground.numbers();
    expect(after.sliceSizes.length).toBeGreaterThan(before.sliceSizes.length);
    expect(after.peakBytes).toBeLessThanOrEqual(after.budgetBytes);
    // The slice that has run stays in the sum, the rest of the batch is cut anew.
    const summed = `slices in the gradient sum; ${firstSlice} of 64 examples summed`;
    await expect(playground.ribbon).toHaveAccessibleName(new RegExp(`: 1 of \\d+ ${summed}`));
    await playground.expectPhase('paused');
  });

  await test.step('to nothing: the run says what it waits for, and goes on when there is more', async () => {
    await playground.budget.fill('1');
    await expect(page.getByRole('alert').filter({ hasText: 'The run waits for memory.' })).toBeVisible();
    await playground.budget.fill(String(LOWER_MIB));
    await expect(page.getByRole('alert').filter({ hasText: 'The run waits for memory.' })).toBeHidden();
  });

  await playground.action('resume').click();
  await playground.expectPhase('finished');
  const cut = await playground.downloadCsv('microBatch');
  const slices = numbersOf(cut, 'slices');
  expect(numbersOf(cut, 'batch')).toEqual(new Array(UPDATES).fill(64));
  // The first update has slices of both sizes, the others only of the smaller one.
  expect(numbersOf(cut, 'microBatch')[0]).toBe(firstSlice);
  expect(Math.max(...numbersOf(cut, 'microBatch').slice(1))).toBeLessThan(firstSlice);
  expect(slices[0]).toBeGreaterThan(before.sliceSizes.length);
  expect(Math.min(...slices)).toBeGreaterThan(before.sliceSizes.length);
  const memory = await playground.downloadCsv('memory');
  expect(numbersOf(memory, 'allocatedBytes')).toEqual(numbersOf(memory, 'plannedBytes'));
  await expect(await playground.openTab('events')).toContainText(
    new RegExp(`Memory budget .* → .*: micro-batch ${firstSlice} `),
  );
});
