import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What axe checks in each scheme: everything once, then what depends on colours alone. */
const CHECKS = [
  { colorScheme: 'light', rules: undefined },
  { colorScheme: 'dark', rules: ['color-contrast', 'link-in-text-block'] },
] as const;

/**
 * Fails when axe finds anything in the page as it is now, in light or in dark. `state` names it in the message.
 *
 * @param within a selector, to look at a part of the page alone
 */
export async function expectAccessible(page: Page, state: string, within = 'html'): Promise<void> {
  for (const { colorScheme, rules } of CHECKS) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    // The page has no frames: axe need not open a second page to gather what it found in each.
    const axe = new AxeBuilder({ page }).include(within).setLegacyMode();
    const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')} (${failureSummary})`),
    );
    expect(found, `axe, ${state}, ${colorScheme}`).toEqual([]);
  }
}
