import { english } from '../../src/ui/strings/en/english.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/playground-test.ts';

const { largeStart } = english.shell;

test('a run that takes more than the device can be expected to give is asked about first, and can be left', async ({
  page,
  playground,
}) => {
  // Parameters, sums and Adam's slots alone take little; a batch of 2,048 images in one slice takes gigabytes.
  await playground.open({ workload: 'cifar-resnet20', batch: 2048, budget: '6GiB' });
  await playground.numbers();
  await playground.action('start').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(largeStart.software);
  await expectAccessible(page, 'asked about a large run');
  await dialog.getByRole('button', { name: largeStart.back, exact: true }).first().click();
  await expect(dialog).toBeHidden();
  await playground.expectPhase('idle');
});
