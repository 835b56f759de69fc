import { CONTENT_SECURITY_POLICY } from '../../scripts/serve/content-security-policy.mjs';
import { expect, test } from './support/test.ts';

test('the built page opens, and nothing goes wrong in it', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/Microbatch/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
});

test('the page carries its policy in itself, for hosts that send no headers', async ({ page }) => {
  await page.goto('/');
  const tag = page.locator('meta[http-equiv="Content-Security-Policy"]');
  await expect(tag).toHaveAttribute('content', CONTENT_SECURITY_POLICY);
});

test('the worker comes with the policy, which it does not take from the page', async ({ page }) => {
  const workerLoaded = page.waitForResponse((response) => /training\.worker-.*\.js$/.test(response.url()));
  await page.goto('/');
  expect((await workerLoaded).headers()['content-security-policy']).toBe(CONTENT_SECURITY_POLICY);
});

test('the policy refuses a request to another site', async ({ page, problems }) => {
  problems.expect(/other-site\.invalid/);
  await page.goto('/');
  const outcome = await page.evaluate(() =>
    fetch('https://other-site.invalid/').then(
      () => 'sent',
      () => 'refused',
    ),
  );
  expect(outcome).toBe('refused');
  expect(problems.found.join('\n')).toMatch(/policy: connect-src refused https:\/\/other-site\.invalid/);
});
