import type { Page } from '@playwright/test';

/**
 * Everything that went wrong in a page and that nobody should see: errors on its console (its workers' too), exceptions
 * nobody caught, breaches of the Content-Security-Policy, and requests to another site.
 */
export class PageProblems {
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Names a problem that a test causes on purpose. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** All problems so far, each as one sentence. */
  get found(): readonly string[] {
    return this.#found;
  }

  /** The problems so far that no test asked for. */
  get unexpected(): readonly string[] {
    return this.#found.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)));
  }

  /** Watches a page from before its first request. */
  async watch(page: Page, siteOrigin: string): Promise<void> {
    page.on('console', (message) => {
      if (message.type() === 'error') this.#found.push(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => this.#found.push(`exception: ${error.stack ?? error.message}`));
    page.on('crash', () => this.#found.push('crash: the page crashed'));
    page.on('request', (request) => {
      const url = new URL(request.url());
      const isNetwork = url.protocol === 'http:' || url.protocol === 'https:';
      if (isNetwork && url.origin !== siteOrigin) this.#found.push(`request: ${request.url()} leaves the site`);
    });
    await page.exposeFunction('reportPolicyBreach', (text: string) => {
      this.#found.push(`policy: ${text}`);
    });
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const report: unknown = Reflect.get(window, 'reportPolicyBreach');
        if (typeof report === 'function') report(`${event.effectiveDirective} refused ${event.blockedURI}`);
      });
    });
  }
}
