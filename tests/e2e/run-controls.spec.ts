import { english } from '../../src/ui/strings/en/english.ts';
import { numbersOf } from './support/csv.ts';
import { ENDLESS_RUN, type Playground } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

const { shell, terms } = english;

/** Waits for a run at rest, with so many of its three slices in the sum of an update. */
async function expectAt(playground: Playground, update: number, slicesDone: number): Promise<void> {
  await expect(playground.ribbon).toHaveAccessibleName(
    new RegExp(`Update ${update}: ${slicesDone} of 3 slices in the gradient sum; \\d+ of 64 examples summed\\.$`),
  );
  await playground.expectPhase('paused');
}

async function finishedUpdates(playground: Playground): Promise<readonly number[]> {
  return numbersOf(await playground.downloadCsv('loss'), 'update');
}

test('a run pauses, goes on, stops with its curves, and is forgotten by Reset', async ({ page, playground }) => {
  await playground.open(ENDLESS_RUN);
  await playground.numbers();
  await expect(playground.action('reset')).toHaveAttribute('aria-disabled', 'true');
  await expect(playground.action('stop')).toHaveAttribute('aria-disabled', 'true');

  await playground.action('start').click();
  await playground.expectPhase('training');
  await expect(playground.announcement).toHaveText(new RegExp(`${terms.phases.training}\\.$`));

  await playground.action('pause').click();
  await playground.expectPhase('paused');
  await expect(playground.announcement).toHaveText(`${terms.phases.paused}.`);
  const paused = await playground.numbers();
  const finished = (paused.update ?? 0) - 1;
  expect(await finishedUpdates(playground)).toHaveLength(finished);

  await playground.action('resume').click();
  await expect.poll(async () => (await playground.numbers()).update).toBeGreaterThan(finished + 1);

  // The form is for the next run: the one on the device keeps its settings, and the page says so.
  await playground.batchSize.fill('100');
  await expect(page.getByText(shell.sentence.nextRun)).toContainText('batch 100');
  expect(await playground.numbers()).toMatchObject({ batch: 64 });

  await playground.action('stop').click();
  await playground.expectPhase('stopped');
  await expect(playground.sentence).toContainText('Batch 100 ');
  await expect(playground.announcement).toHaveText(`${terms.phases.stopped}.`);
  expect((await finishedUpdates(playground)).length).toBeGreaterThan(finished);
  await expect(playground.action('startAgain')).toBeVisible();

  await playground.action('reset').click();
  await playground.expectPhase('idle');
  expect(await finishedUpdates(playground)).toEqual([]);
  await expect(playground.ribbon).toHaveAccessibleName(/Nothing runs yet\.$/);
});

test('single steps run one slice, and the rest of one update, by button and by key', async ({ page, playground }) => {
  await playground.open({ ...ENDLESS_RUN, 'micro-batch': 22 });
  expect((await playground.numbers()).sliceSizes).toEqual([22, 21, 21]);

  await test.step('one slice starts a run that rests after it', async () => {
    await playground.action('stepSlice').click();
    await expectAt(playground, 1, 1);
    await expect(playground.ribbon).toHaveAccessibleName(/22 of 64 examples summed/);
  });
  await test.step('one more slice', async () => {
    await page.keyboard.press('ArrowRight');
    await expectAt(playground, 1, 2);
    expect(await finishedUpdates(playground)).toEqual([]);
  });
  await test.step('the rest of the update', async () => {
    await playground.action('stepUpdate').click();
    await expectAt(playground, 2, 0);
    expect(await finishedUpdates(playground)).toEqual([1]);
  });
  await test.step('a whole update', async () => {
    await page.keyboard.press('Shift+ArrowRight');
    await expectAt(playground, 3, 0);
    expect(await finishedUpdates(playground)).toEqual([1, 2]);
  });
  await test.step('the space bar goes on and pauses, R forgets', async () => {
    // On a button the space bar presses that button.
    await page.getByRole('main').focus();
    await page.keyboard.press('Space');
    await playground.expectPhase('training');
    await page.keyboard.press('Space');
    await playground.expectPhase('paused');
    await page.keyboard.press('r');
    await playground.expectPhase('idle');
    expect(await finishedUpdates(playground)).toEqual([]);
  });
});

test('the keys are listed under ?, and rest while the list is open', async ({ page, playground }) => {
  await playground.open(ENDLESS_RUN);
  await playground.numbers();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: shell.help.title });
  for (const { does } of shell.help.keys)
    await expect(help.getByRole('cell', { name: does, exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await playground.expectPhase('idle');
});
