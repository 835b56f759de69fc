import { english } from '../../src/ui/strings/en/english.ts';
import { type Playground, SMALL_RUN } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

const { shell } = english;

async function scrollToEnd({ page }: Playground): Promise<void> {
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
}

test.describe('390 × 844', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('sentence, ribbon and run buttons stay in sight, and the controls are a sheet', async ({ page, playground }) => {
    await playground.open(SMALL_RUN);
    await playground.numbers();
    await expect(playground.chart('throughput')).toBeVisible();
    await playground.expectNoHorizontalScroll();
    const inSight = [
      playground.sentence,
      playground.ribbon,
      playground.action('start'),
      playground.action('stepSlice'),
    ];
    await scrollToEnd(playground);
    for (const part of inSight) await expect(part).toBeInViewport({ ratio: 1 });

    await expect(playground.batchSize).toBeHidden();
    await page.getByRole('button', { name: shell.openControls }).click();
    const sheet = page.getByRole('dialog', { name: shell.controlsTitle });
    await expect(sheet).toBeInViewport();
    await playground.batchSize.fill('100');
    await expect(playground.sentence).toContainText('Batch 100 ');
    const sheetTop = (await sheet.boundingBox())?.y ?? 0;
    for (const part of [playground.sentence, playground.ribbon]) {
      const box = await part.boundingBox();
      expect((box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)).toBeLessThanOrEqual(sheetTop);
    }
    await playground.expectNoHorizontalScroll();
    await sheet.getByRole('button', { name: shell.closeControls }).click();
    await expect(sheet).toBeHidden();
  });
});

test.describe('1024 × 768', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('the controls stand beside the batch, and nothing is cut off', async ({ playground }) => {
    await playground.open(SMALL_RUN);
    await playground.numbers();
    await expect(playground.chart('throughput')).toBeVisible();
    await playground.expectNoHorizontalScroll();
    for (const part of [playground.sentence, playground.ribbon, playground.batchSize, playground.budget]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    await scrollToEnd(playground);
    for (const part of [playground.action('start'), playground.batchSize]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
  });
});
