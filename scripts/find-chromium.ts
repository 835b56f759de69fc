import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const WELL_KNOWN_PATHS = [
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
] as const;

/**
 * The browser to run WebGPU in: CHROME_PATH when set, then Google Chrome, Chromium, Playwright's own download.
 * Returns undefined when none is installed.
 */
export function findChromium(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const chosen = environment.CHROME_PATH;
  if (chosen) return existsSync(chosen) ? chosen : undefined;
  return [...WELL_KNOWN_PATHS, chromium.executablePath()].find((path) => existsSync(path));
}

const QUIET_FLAGS = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const;

/** Flags for a headless Chromium without WebGPU: `navigator.gpu` exists, its adapter is null. */
export const CHROMIUM_FLAGS: readonly string[] = ['--no-sandbox', ...QUIET_FLAGS];

/** Flags for a headless Chromium with WebGPU on the software adapter, the same on every machine. */
export const WEBGPU_FLAGS: readonly string[] = [
  ...CHROMIUM_FLAGS,
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
];
