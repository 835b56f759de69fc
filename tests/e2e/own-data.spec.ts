import { WORKLOAD_IDS } from '../../src/core/config/training-config.ts';
import { encodeIdx } from '../../src/engine/datasets/idx.ts';
import { english } from '../../src/ui/strings/en/english.ts';
import { expectAccessible } from './support/accessible.ts';
import { type Playground, SMALL_RUN } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

const { data: words } = english;

/** The labels with which MNIST's training file begins; forty images, of which the last four are held out. */
const MNIST_START = [5, 0, 4, 1, 9, 2, 1, 3, 1, 4];
const LABELS = Array.from({ length: 40 }, (_, at) => MNIST_START[at] ?? at % 10);
const PIXELS = Uint8Array.from({ length: 40 * 784 }, (_, at) => (at * 31) & 255);

const MNIST_FILES = [
  { name: 'train-images-idx3-ubyte', bytes: encodeIdx([40, 28, 28], PIXELS) },
  { name: 'train-labels-idx1-ubyte', bytes: encodeIdx([40], Uint8Array.from(LABELS)) },
] as const;

type Piece = { readonly name: string; readonly bytes: Uint8Array };

/** Files over the page, as the browser reports them, then dropped on its sentence. */
async function drop({ page, sentence, announcement }: Playground, files: readonly Piece[]): Promise<void> {
  const pieces = files.map(({ name, bytes }) => ({ name, bytes: [...bytes] }));
  const dataTransfer = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of given) transfer.items.add(new File([Uint8Array.from(bytes)], name));
    return transfer;
  }, pieces);
  await sentence.dispatchEvent('dragenter', { dataTransfer });
  await expect(page.getByText(words.own.dropAnywhere, { exact: true })).toBeVisible();
  await expect(announcement).toHaveText(words.own.announceDrag);
  await sentence.dispatchEvent('drop', { dataTransfer });
  await expect(page.getByText(words.own.dropAnywhere, { exact: true })).toBeHidden();
}

test('data dropped on the page is used, survives a reload, and can be removed', async ({ page, playground }) => {
  await playground.open({ ...SMALL_RUN, updates: 1 });
  expect((await playground.numbers()).batch).toBe(64);

  await drop(playground, MNIST_FILES);
  await expect(playground.announcement).toHaveText(/^MNIST is ready: 36 training and 4 test examples\./);
  const panel = page.getByRole('tabpanel', { name: english.panels.data.tab, exact: true });
  const inUse = panel.getByRole('radio', { name: /^MNIST/ });
  await expect(inUse).toBeChecked();
  await expect(panel.getByRole('listitem')).toHaveText(/^MNIST\s*in use.*36 training and 4 test examples.*30\.7\sKiB/);
  await expect(playground.sentence).toContainText('Batch 36 ');

  await page.reload();
  await expect(playground.sentence).toContainText('Batch 36 ');
  await playground.action('start').click();
  await playground.expectPhase('finished');
  await expect(await playground.openTab('events')).toContainText('36 training and 4 test examples are loaded.');

  await playground.openTab('data');
  await panel.getByRole('button', { name: words.stored.removeOf('MNIST') }).click();
  await expect(panel.getByRole('button', { name: words.stored.keep })).toBeFocused();
  await panel.getByRole('button', { name: words.stored.confirmed }).click();
  await expect(panel).toContainText(words.stored.none);
  await expect(playground.announcement).toHaveText(words.stored.removed('MNIST'));
  await expect(panel.getByRole('heading', { name: words.stored.title })).toBeFocused();
  await expect(panel).toContainText(words.sets['fashion-mnist-bundled'].name);
});

test('a file that is no data says why; workloads are chosen from a list by keyboard', async ({ page, playground }) => {
  await playground.open(SMALL_RUN);
  const menu = page.getByRole('combobox', { name: english.controls.fields.workload.label });
  await menu.press('Enter');
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options).toHaveCount(WORKLOAD_IDS.length);
  await expect(options.and(page.getByRole('option', { selected: true }))).toHaveText(/235,146 parameters/);
  await menu.press('ArrowDown');
  await menu.press('ArrowDown');
  await menu.press('Enter');
  await expect(menu).toHaveText(english.controls.workloads['cifar-resnet20'].name);

  await page.getByRole('button', { name: words.line.show(words.sets['cifar-stand-in'].name) }).click();
  const panel = page.getByRole('tabpanel', { name: english.panels.data.tab, exact: true });
  await expect(panel).toContainText(words.standIn.why);
  const chosen = page.waitForEvent('filechooser');
  await panel.getByRole('button', { name: words.own.drop }).press('Enter');
  await (await chosen).setFiles({ name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([255, 216, 255]) });
  await expect(panel).toContainText(/holiday\.jpg cannot be used as data: expected cifar-10-binary\.tar\.gz.*JPEG/);
  await expect(panel).toContainText(words.stored.none);
  await menu.press('Enter');
  await expectAccessible(page, 'data that cannot be used, and the list of workloads');
  await menu.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await playground.expectNoHorizontalScroll();
});
