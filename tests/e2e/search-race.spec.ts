import { english } from '../../src/ui/strings/en/english.ts';
import { expectAccessible } from './support/accessible.ts';
import { ENDLESS_RUN } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

const { race } = english.panels;
const names = english.controls.searches;

/** Three of nine images fit: few sizes, and so few kernels to compile. */
const NINE = { ...ENDLESS_RUN, batch: 9, budget: 3.62 } as const;

test('one button races all searches, side by side, and a run holds the device against it', async ({
  page,
  playground,
}) => {
  await playground.open(NINE);
  await playground.numbers();
  const panel = page.getByRole('region', { name: race.title, exact: true });
  await expect(panel.getByRole('img', { name: race.laneEmpty(names.bisect) })).toBeVisible();

  await panel.getByRole('button', { name: race.start }).click();
  await expect(panel.getByRole('button', { name: race.stop })).toBeVisible();
  await expect(panel.getByText(race.finished('3'))).toBeVisible({ timeout: 100_000 });
  await expect(playground.announcement).toHaveText(race.finished('3'));

  const lane = (search: keyof typeof names) => panel.locator(`[data-search="${search}"]`);
  const found = { planned: '3', doubling: '2', halving: '2', 'shrink-by-tenth': '3', power: '2', bisect: '3' } as const;
  for (const [search, size] of Object.entries(found)) {
    await expect(panel.locator(`[data-search="${search}"] [data-figure="found"] dd`)).toHaveText(size);
  }
  await expect(lane('planned').locator('[data-figure="tried"] dd')).toHaveText('0');
  await expect(lane('halving').getByRole('img')).toHaveAccessibleName(
    `${names.halving}: 9 did not fit, 4 did not fit, 2 ran. Found 2.`,
  );

  await panel.getByRole('button', { name: race.showTable }).click();
  const rows = panel.getByRole('table', { name: race.table }).getByRole('row').filter({ hasText: names.halving });
  await expect(rows).toHaveCount(3);
  await expectAccessible(page, 'race');
  await page.setViewportSize({ width: 390, height: 844 });
  await playground.expectNoHorizontalScroll();
  await page.setViewportSize({ width: 1440, height: 900 });

  await playground.action('start').click();
  await playground.expectPhase('training');
  const again = panel.getByRole('button', { name: race.again });
  await expect(again).toBeDisabled();
  await expect(again).toHaveAccessibleDescription(race.runActive);
  await playground.action('stop').click();
  await expect(again).toBeEnabled();
});
