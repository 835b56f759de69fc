import type { Page } from '@playwright/test';
import { english } from '../../src/ui/strings/en/english.ts';
import { numbersOf } from './support/csv.ts';
import { type Playground, SMALL_RUN } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

const { more, page: words } = english.controls;
const RUN = { ...SMALL_RUN, updates: 12, 'test-examples': 64 };

/** What the browser was asked to do with the screen. */
type ScreenCalls = { readonly requests: number; readonly releases: number };

/** A browser that gives the screen to whoever asks, and counts. */
async function countScreenCalls(page: Page): Promise<() => Promise<ScreenCalls>> {
  await page.addInitScript(() => {
    const calls = { requests: 0, releases: 0 };
    Reflect.set(window, 'screenCalls', calls);
    const request = async () => {
      calls.requests += 1;
      const lock = new EventTarget();
      const release = async () => {
        calls.releases += 1;
        lock.dispatchEvent(new Event('release'));
      };
      return Object.assign(lock, { release });
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  return () => page.evaluate((): ScreenCalls => Reflect.get(window, 'screenCalls'));
}

function switchOf(page: Page, name: string) {
  return page.getByRole('switch', { name, exact: true });
}

async function openSettings({ page }: Playground): Promise<void> {
  await page.getByRole('button', { name: more, exact: true }).click();
}

test('the screen is kept on where that is wanted, while a run computes and at no other time', async ({
  page,
  playground,
}) => {
  const calls = await countScreenCalls(page);
  await playground.open(RUN);
  await playground.action('stepUpdate').click();
  await playground.expectUpdates(1);
  expect(await calls()).toEqual({ requests: 0, releases: 0 });

  await openSettings(playground);
  await switchOf(page, words.screen).check();
  await page.reload();
  await openSettings(playground);
  await expect(switchOf(page, words.screen)).toBeChecked();
  expect(await calls()).toEqual({ requests: 0, releases: 0 });
  await playground.action('stepUpdate').click();
  await playground.expectPhase('paused');
  const { requests, releases } = await calls();
  expect(requests).toBeGreaterThan(0);
  expect(releases).toBe(requests);
  await playground.action('resume').click();
  await playground.expectPhase('finished');
  await expect.poll(calls).toEqual({ requests: requests + 1, releases: requests + 1 });
});

test('a page that is to stay smooth makes the very same updates, from the middle of a run on', async ({
  page,
  playground,
}) => {
  await playground.open(RUN);
  await playground.action('start').click();
  await playground.expectPhase('finished');
  const losses = await playground.downloadCsv('loss');
  expect(numbersOf(losses, 'update')).toHaveLength(RUN.updates);

  await openSettings(playground);
  await playground.action('startAgain').click();
  await playground.expectUpdates(1);
  await switchOf(page, words.smooth).check();
  await playground.expectPhase('finished');
  expect(await playground.downloadCsv('loss')).toEqual(losses);

  await page.reload();
  await openSettings(playground);
  await expect(switchOf(page, words.smooth)).toBeChecked();
});

test('a browser that refuses to keep the screen on is said to, where it is set', async ({ page, playground }) => {
  await page.addInitScript(() => {
    const request = () => Promise.reject(new DOMException('low battery', 'NotAllowedError'));
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  await playground.open({ ...RUN, updates: 100_000 });
  await openSettings(playground);
  await switchOf(page, words.screen).check();
  await playground.action('start').click();
  await expect(page.getByText(words.screenStates.refused, { exact: true })).toBeVisible();
  await playground.action('stop').click();
  await playground.expectPhase('stopped');
});
