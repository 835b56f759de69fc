import { Playground } from './playground.ts';
import { test as base } from './test.ts';

export { expect } from './test.ts';

/** `test` with the page as a person meets it. It fails when anything goes wrong in the page, as `test` does. */
export const test = base.extend<{ playground: Playground }>({
  // Motion is the only thing that keeps changing by itself; without it a state stands still to be looked at.
  contextOptions: { reducedMotion: 'reduce' },
  playground: async ({ page }, use, testInfo) => {
    testInfo.setTimeout(2 * testInfo.timeout);
    await use(new Playground(page));
  },
});
