import { readFile } from 'node:fs/promises';
import { english } from '../../src/ui/strings/en/english.ts';
import { expectKept } from './support/kept-checkpoints.ts';
import { SMALL_RUN } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

const { offer, files } = english.keptRuns;

test('a paused run survives a reload, goes on to the same losses, and is saved and opened as a file', async ({
  page,
  playground,
}) => {
  const panel = page.getByRole('region', { name: offer.label, exact: true });
  await playground.open({ ...SMALL_RUN, updates: 5 });

  await test.step('paused after two updates, reloaded, resumed', async () => {
    for (const update of [1, 2]) {
      await playground.action('stepUpdate').click();
      await playground.expectUpdates(update);
      await playground.expectPhase('paused');
    }
    await expectKept(page, 2);
    await page.reload();
    await expect(panel).toContainText(offer.title('2'));
    await panel.getByRole('button', { name: offer.resume, exact: true }).click();
    await expect(panel).toBeHidden();
    await playground.expectPhase('finished');
  });
  const resumed = await playground.downloadCsv('loss');
  expect(resumed.update).toEqual(['1', '2', '3', '4', '5']);

  const data = await playground.openTab('data');
  const saved = await test.step('saved as a file; a file of another kind is refused by name', async () => {
    const downloaded = page.waitForEvent('download');
    await data.getByRole('button', { name: files.parameters, exact: true }).click();
    const parameters = await (await downloaded).path();
    const run = page.waitForEvent('download');
    await data.getByRole('button', { name: files.run, exact: true }).click();
    const path = await (await run).path();
    const foreign = { name: 'a.safetensors', mimeType: 'application/octet-stream', buffer: Buffer.from('no tensors') };
    await data.locator('input[accept=".safetensors"]').setInputFiles(foreign);
    await expect(data.getByRole('alert')).toContainText('The file is no checkpoint of this page.');
    expect((await readFile(path)).length).toBeGreaterThan(2 * (await readFile(parameters)).length);
    return { parameters, path };
  });

  await test.step('an uninterrupted run has the same losses', async () => {
    await playground.action('startAgain').click();
    await playground.expectPhase('finished');
    await expect.poll(async () => (await playground.downloadCsv('loss')).update?.length).toBe(5);
    expect(await playground.downloadCsv('loss')).toEqual(resumed);
  });

  await test.step('the saved file is the run again', async () => {
    await playground.action('reset').click();
    await playground.expectPhase('idle');
    await data.locator('input[accept=".safetensors"]').setInputFiles(saved.path);
    await playground.expectPhase('finished');
    expect(await playground.downloadCsv('loss')).toEqual(resumed);
  });

  await test.step('the saved parameters begin another run, which starts better than the first did', async () => {
    await playground.action('reset').click();
    await playground.expectPhase('idle');
    await data.locator('input[accept=".safetensors"]').setInputFiles(saved.parameters);
    await playground.expectPhase('finished');
    const { loss: [first = ''] = [] } = await playground.downloadCsv('loss');
    expect(Number(first)).toBeLessThan(Number(resumed.loss?.[0]));
  });
});
