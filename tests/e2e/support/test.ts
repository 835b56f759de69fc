import { test as base, expect } from '@playwright/test';
import { PageProblems } from './page-problems.ts';

export { expect };

/**
 * Playwright's `test`, which also fails when anything went wrong in the page (see PageProblems). A test that causes a
 * problem on purpose says so: `problems.expect(/…/)`.
 */
export const test = base.extend<{ problems: PageProblems }>({
  problems: [
    async ({ page, baseURL }, use) => {
      const problems = new PageProblems();
      await problems.watch(page, new URL(baseURL ?? page.url()).origin);
      await use(problems);
      expect(problems.unexpected, 'nothing goes wrong in the page').toEqual([]);
    },
    { auto: true },
  ],
});
