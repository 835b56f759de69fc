import { chromium } from 'playwright';
import { describe, expect, it } from 'vitest';
import { findChromium } from '../../../scripts/find-chromium.mjs';

const only =
  (...paths: string[]) =>
  (path: string) =>
    paths.includes(path);

describe('findChromium', () => {
  it('takes CHROME_PATH before any installed browser', () => {
    const exists = only('/opt/my-chrome', '/usr/bin/chromium');
    expect(findChromium({ CHROME_PATH: '/opt/my-chrome' }, exists)).toBe('/opt/my-chrome');
  });

  it('does not replace a missing CHROME_PATH by another browser', () => {
    expect(findChromium({ CHROME_PATH: '/opt/missing' }, only('/usr/bin/chromium'))).toBeUndefined();
  });

  it('prefers Google Chrome to Chromium, and Chromium to the download of Playwright', () => {
    const download = chromium.executablePath();
    expect(findChromium({}, only(download, '/usr/bin/chromium', '/usr/bin/google-chrome'))).toBe(
      '/usr/bin/google-chrome',
    );
    expect(findChromium({}, only(download, '/usr/bin/chromium'))).toBe('/usr/bin/chromium');
    expect(findChromium({}, only(download))).toBe(download);
  });

  it('finds nothing where nothing is installed', () => {
    expect(findChromium({}, only())).toBeUndefined();
  });
});
