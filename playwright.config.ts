import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium, WEBGPU_FLAGS } from './scripts/find-chromium.mjs';

/** Set E2E_PORT to run beside another run on the same machine. */
const port = Number(process.env.E2E_PORT ?? 4319);
const executablePath = findChromium();
const launch = (flags: readonly string[]) => ({
  launchOptions: { ...(executablePath ? { executablePath } : {}), args: [...flags] },
});

/** Set E2E_LONG to run also what takes many minutes without a GPU. */
const LONG = /@long/;
const NO_WEBGPU_SPEC = /no-webgpu\.spec\.ts$/;

/** The built page in Chromium, with WebGPU on the software adapter and, for what needs none, without WebGPU. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: /\.spec\.ts$/,
  outputDir: 'test-results',
  ...(process.env.E2E_LONG ? {} : { grepInvert: LONG }),
  forbidOnly: true,
  retries: 0,
  // Two browsers on the software adapter of a small machine only slow each other down.
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: `http://localhost:${port}/`,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'webgpu', testIgnore: NO_WEBGPU_SPEC, use: launch(WEBGPU_FLAGS) },
    { name: 'no-webgpu', testMatch: NO_WEBGPU_SPEC, use: launch(CHROMIUM_FLAGS) },
  ],
  webServer: {
    command: `npx vite build --logLevel warn && npx vite preview --port ${port} --strictPort`,
    url: `http://localhost:${port}/`,
    timeout: 120_000,
    reuseExistingServer: false,
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
