import { english } from '../../src/ui/strings/en/english.ts';
import { SMALL_RUN } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

const { files } = english.keptRuns;

/** Would run as soon as it were in the page as markup. */
const MARKUP = '<img src=x onerror="window.wasRun=true">';

test('text from a link or a file is shown as text, and a run goes on beside it', async ({ page, playground }) => {
  const isClean = async () => {
    expect(await page.evaluate(() => Reflect.has(window, 'wasRun'))).toBe(false);
    await expect(page.locator('img[src="x"]')).toHaveCount(0);
  };

  await test.step('in a link', async () => {
    const hostile = {
      workload: MARKUP,
      batch: MARKUP,
      optimizer: MARKUP,
      weather: MARKUP,
      theme: MARKUP,
      [MARKUP]: MARKUP,
    };
    await playground.open({ ...hostile, ...SMALL_RUN, batch: `64${MARKUP}`, updates: 100_000 });
    await expect(page.getByRole('alert')).toContainText(`workload is “${MARKUP}”`);
    await isClean();
  });

  await playground.action('start').click();
  await playground.expectUpdates(1);
  const data = await playground.openTab('data');

  await test.step('in a run file that is none, its name and its words', async () => {
    const buffer = Buffer.from(`<!doctype html>${MARKUP}`);
    await data
      .locator('input[accept=".safetensors"]')
      .setInputFiles({ name: `${MARKUP.replaceAll('/', '')}.safetensors`, mimeType: 'text/html', buffer });
    await expect(data.getByRole('alert')).toContainText('The file is no checkpoint of this page.');
    await isClean();
  });

  await test.step('in a checkpoint whose manifest is markup', async () => {
    const header = JSON.stringify({ __metadata__: { 'microbatch-checkpoint': MARKUP, crc32: MARKUP } });
    const bytes = Buffer.alloc(8 + header.length);
    bytes.writeBigUInt64LE(BigInt(header.length));
    bytes.write(header, 8);
    await data
      .locator('input[accept=".safetensors"]')
      .setInputFiles({ name: 'a.safetensors', mimeType: 'application/octet-stream', buffer: bytes });
    await expect(data.getByRole('alert')).toContainText('checkpoint');
    await isClean();
  });

  await test.step('in the name of a data file', async () => {
    await data
      .locator('input[type="file"][multiple]')
      .setInputFiles({ name: MARKUP, mimeType: 'text/plain', buffer: Buffer.from(MARKUP) });
    await expect(data).toContainText(MARKUP);
    await isClean();
  });

  const { length = 0 } = (await playground.downloadCsv('loss')).update ?? [];
  await playground.expectUpdates(length + 2);
  await playground.expectPhase('training');
  await expect(data.getByRole('button', { name: files.run, exact: true })).toBeVisible();
});
