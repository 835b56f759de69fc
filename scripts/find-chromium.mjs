// Plain JavaScript with JSDoc types: test.mjs reads it before anything is built, and the TypeScript configurations import it too.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const WELL_KNOWN_PATHS = [
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The browser to run WebGPU in: CHROME_PATH when set, then Google Chrome, Chromium, Playwright's own download.
 * Returns undefined when none is installed, or when CHROME_PATH names a file that does not exist.
 *
 * @param {Readonly<Record<string, string | undefined>>} [environment]
 * @param {(path: string) => boolean} [exists]
 * @returns {string | undefined}
 */
export function findChromium(environment = process.env, exists = existsSync) {
  const chosen = environment.CHROME_PATH;
  if (chosen) return exists(chosen) ? chosen : undefined;
  return [...WELL_KNOWN_PATHS, chromium.executablePath()].find((path) => exists(path));
}

const QUIET_FLAGS = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Flags for a headless Chromium without WebGPU: `navigator.gpu` exists, its adapter is null.
 * @type {readonly string[]}
 */
export const CHROMIUM_FLAGS = ['--no-sandbox', ...QUIET_FLAGS];

/**
 * Flags for a headless Chromium with WebGPU on the software adapter, the same on every machine.
 * @type {readonly string[]}
 */
export const WEBGPU_FLAGS = [...CHROMIUM_FLAGS, '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

const VULKAN_FLAGS = [
  '--enable-features=Vulkan',
  '--use-angle=vulkan',
  '--disable-vulkan-surface',
  '--ignore-gpu-blocklist',
];

/**
 * Flags for a headless Chromium with WebGPU on the machine's own GPU. On Linux WebGPU needs Vulkan, which headless Chromium
 * leaves off. Without a usable GPU Chromium gives its software adapter by itself.
 * @type {readonly string[]}
 */
export const HARDWARE_WEBGPU_FLAGS = [
  ...CHROMIUM_FLAGS,
  '--enable-unsafe-webgpu',
  ...(process.platform === 'linux' ? VULKAN_FLAGS : []),
];
