import { english } from '../../src/ui/strings/en/english.ts';
import { SILENCE_TICKS } from '../../src/ui/watchdog.ts';
import { expectKept } from './support/kept-checkpoints.ts';
import { ENDLESS_RUN, SMALL_RUN } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';
import { keepWorkers, killWorkers } from './support/worker-handles.ts';

const { shell } = english;

test('a worker that dies in mid-training ends in a failure, the curve stays, and Restart or Resume trains on', async ({
  page,
  playground,
}) => {
  await page.clock.install();
  await keepWorkers(page);
  await playground.open({ ...ENDLESS_RUN, start: 1 });
  await playground.expectUpdates(2);

  await killWorkers(page);
  const curve = await playground.downloadCsv('loss');
  await page.clock.runFor(1000 * (SILENCE_TICKS + 1));
  await expect(playground.failure).toContainText('worker');
  await expect(playground.failure).toContainText(shell.failure.kept);
  await playground.expectPhase('failed');
  await expect(playground.announcement).toContainText('Failed.');
  const kept = await playground.downloadCsv('loss');
  expect(kept.loss?.slice(0, curve.loss?.length)).toEqual(curve.loss);

  await test.step('Restart begins anew', async () => {
    await playground.failure.getByRole('button', { name: shell.failure.restart }).click();
    await expect(playground.failure).toBeHidden();
    await playground.expectUpdates(1);
    await playground.action('pause').click();
    await playground.expectPhase('paused');
  });
  const again = await playground.downloadCsv('loss');
  expect(again.loss?.[0]).toBe(curve.loss?.[0]);

  await test.step('a worker that dies after a pause leaves a checkpoint, and Resume goes on from it', async () => {
    const made = again.loss?.length ?? 0;
    await expectKept(page, made);
    await playground.action('resume').click();
    await playground.expectUpdates(made + 1);
    await killWorkers(page);
    await page.clock.runFor(1000 * (SILENCE_TICKS + 1));
    await playground.expectPhase('failed');
    const resume = new RegExp(`^Resume from update ${made} `);
    await playground.failure.getByRole('button', { name: resume }).click();
    await playground.expectUpdates(made + 3);
    await playground.action('stop').click();
    await playground.expectPhase('stopped');
  });
  const resumed = await playground.downloadCsv('loss');
  expect(resumed.loss?.slice(0, again.loss?.length)).toEqual(again.loss);

  await test.step('an uninterrupted run has the same numbers in every update', async () => {
    const updates = resumed.update?.length ?? 0;
    expect(updates).toBeGreaterThanOrEqual((again.loss?.length ?? 0) + 3);
    await playground.action('startAgain').click();
    await playground.expectUpdates(updates);
    await playground.action('stop').click();
    await playground.expectPhase('stopped');
    const calm = await playground.downloadCsv('loss');
    for (const name of Object.keys(resumed)) expect(calm[name]?.slice(0, updates)).toEqual(resumed[name]);
  });
});

test('a worker that cannot be loaded is a failure, and Restart loads it', async ({ page, playground, problems }) => {
  problems.expect(/ERR_FAILED.*training\.worker/);
  const script = /training\.worker-.*\.js$/;
  await page.route(script, (route) => route.abort());
  await playground.open(SMALL_RUN);
  await expect(playground.failure).toBeVisible();
  await page.unroute(script);
  await playground.failure.getByRole('button', { name: shell.failure.restart }).click();
  expect(await playground.numbers()).toMatchObject({ batch: 64 });
  await expect(playground.failure).toBeHidden();
  await playground.expectPhase('idle');
});
