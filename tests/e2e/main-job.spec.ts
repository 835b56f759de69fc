import { english } from '../../src/ui/strings/en/english.ts';
import { formatBytes, formatInteger, formatPercent, formatSignificant } from '../../src/ui/strings/format.ts';
import { expectAccessible } from './support/accessible.ts';
import { type CsvColumns, numbersOf } from './support/csv.ts';
import { recordedPhases, recordPhases } from './support/phase-recorder.ts';
import { SMALL_RUN } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

const { terms, charts, shell } = english;
const UPDATES = [1, 2, 3];

test('a batch that does not fit at once trains in slices, and every number of the page agrees', async ({
  page,
  playground,
}) => {
  await playground.open(SMALL_RUN);
  const planned = await playground.numbers();
  const microBatch = Math.max(...planned.sliceSizes);
  await test.step('the plan is true before anything runs', async () => {
    expect(planned).toMatchObject({ batch: SMALL_RUN.batch, budgetBytes: SMALL_RUN.budget * 2 ** 20 });
    expect(planned.sliceSizes.length).toBeGreaterThan(1);
    expect(sum(planned.sliceSizes)).toBe(SMALL_RUN.batch);
    expect(microBatch - Math.min(...planned.sliceSizes)).toBeLessThanOrEqual(1);
    expect(planned.peakBytes).toBeLessThanOrEqual(planned.budgetBytes);
    await expect(playground.ribbon).toHaveAccessibleName(/^A batch of 64 .*Nothing runs yet\.$/);
    await playground.expectPhase('idle');
  });

  await recordPhases(page);
  await playground.action('start').click();
  await test.step('it trains to its end, and says so on the way', async () => {
    await playground.expectPhase('finished');
    await expect(playground.announcement).toHaveText(shell.announce.finished('3'));
    const { phases, announcements } = await recordedPhases(page);
    expect(phases.filter((phase) => ['loading', 'training', 'finished'].includes(phase))).toEqual([
      'loading',
      'training',
      'finished',
    ]);
    expect(announcements.join(' ')).toContain(`${terms.phases.training}.`);
    await expect(playground.ribbon).toHaveAccessibleName(/64 of 64 examples summed\.$/);
    expect(await playground.numbers()).toEqual({ ...planned, update: 3, totalUpdates: 3 });
  });

  await test.step('loss and accuracy have a row an update, as a table and as a file', async () => {
    const file = await playground.downloadCsv('loss');
    const rows = (await playground.readTable('loss')).toReversed();
    expect(numbersOf(file, 'update')).toEqual(UPDATES);
    expect(rows.map((row) => row[terms.update])).toEqual(UPDATES.map(formatInteger));
    expect(rows.map((row) => row[charts.loss.loss])).toEqual(numbersOf(file, 'loss').map(formatSignificant));
    expect(rows.map((row) => row[charts.loss.accuracy])).toEqual(numbersOf(file, 'accuracy').map(formatPercent));
    for (const loss of numbersOf(file, 'loss')) expect(loss).toBeGreaterThan(0);
    const testAccuracy = numbersOf(file, 'testAccuracy');
    expect(testAccuracy.slice(0, -1)).toEqual([Number.NaN, Number.NaN]);
    // Ten classes: three updates are enough to be better than a guess.
    expect(testAccuracy.at(-1)).toBeGreaterThan(0.1);
    expect(rows.at(-1)?.[charts.loss.testAccuracy]).toBe(formatPercent(testAccuracy.at(-1) ?? Number.NaN));
  });

  await test.step('what is allocated is what was planned, to the byte', async () => {
    const file = await playground.downloadCsv('memory');
    expect(numbersOf(file, 'update')).toEqual(UPDATES);
    expect(numbersOf(file, 'allocatedBytes')).toEqual(numbersOf(file, 'plannedBytes'));
    expect(sumsOfKinds(file)).toEqual(numbersOf(file, 'plannedBytes'));
    expect(numbersOf(file, 'budgetBytes')).toEqual(UPDATES.map(() => planned.budgetBytes));
    const [allocatedBytes = Number.NaN] = numbersOf(file, 'allocatedBytes');
    expect(allocatedBytes).toBeLessThanOrEqual(planned.budgetBytes);
    expect(formatBytes(allocatedBytes)).toBe(formatBytes(planned.peakBytes));
    const rows = await playground.readTable('memory');
    expect(rows.map((row) => row[charts.memory.allocated])).toEqual(UPDATES.map(() => formatBytes(allocatedBytes)));
  });

  await test.step('every update ran the slices that the sentence names', async () => {
    const file = await playground.downloadCsv('microBatch');
    expect(numbersOf(file, 'batch')).toEqual(UPDATES.map(() => SMALL_RUN.batch));
    expect(numbersOf(file, 'slices')).toEqual(UPDATES.map(() => planned.sliceSizes.length));
    expect(numbersOf(file, 'microBatch')).toEqual(UPDATES.map(() => microBatch));
    const rows = await playground.readTable('microBatch');
    expect(rows.map((row) => row[terms.microBatch])).toEqual(UPDATES.map(() => formatInteger(microBatch)));
  });

  await test.step('the inside of a slice peaks at no more than the plan, and its kernels have names', async () => {
    const file = await playground.downloadCsv('sliceTimeline');
    const [plannedBytes = Number.NaN] = numbersOf(await playground.downloadCsv('memory'), 'plannedBytes');
    expect(Math.max(...sumsOfKinds(file))).toBeLessThanOrEqual(plannedBytes);
    // The passes know kernels by these names: without them, as in a worker built carelessly, this kernel does not exist.
    expect(file.kernel).toContain('MatrixProduct +=');
  });

  await test.step('search and events tell how it came about', async () => {
    await expect(await playground.openTab('search')).toContainText(english.panels.search.verdicts.chosen);
    const events = await playground.openTab('events');
    await expect(events).toContainText(formatBytes(planned.budgetBytes).replaceAll('\u00a0', ' '));
    await expect(events).toContainText(/Test set: .*update 3/);
    await expect(await playground.openTab('device')).toContainText(english.panels.device.software);
    await expect(await playground.openTab('data')).toContainText('12,000');
  });

  await test.step('all of it can be read by everybody, and fits a small screen', async () => {
    await playground.openTab('events');
    await expectAccessible(page, 'finished');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('button', { name: shell.openControls })).toBeVisible();
    await playground.expectNoHorizontalScroll();
    await expectAccessible(page, 'finished, small screen');
  });
});

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The bytes of all kinds together, a row at a time. */
function sumsOfKinds(file: CsvColumns): readonly number[] {
  const kinds = Object.keys(english.kinds).map((kind) => numbersOf(file, `${kind}Bytes`));
  return (kinds[0] ?? []).map((_, row) => sum(kinds.map((column) => column[row] ?? Number.NaN)));
}
