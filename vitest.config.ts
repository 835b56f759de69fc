import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium, WEBGPU_FLAGS } from './scripts/find-chromium.mjs';

const executablePath = findChromium();

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/unit/**/*.test.ts', 'tests/unit/**/*.test.tsx'],
          // A limit for what hangs; how long a plan takes on a busy machine is no test's matter.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // All that the engine imports, bundled before the first test: what Vite finds later makes it reload a running test.
        optimizeDeps: {
          entries: ['tests/gpu/**/*.test.ts'],
          include: [
            '@tensorflow/tfjs-backend-webgpu',
            '@tensorflow/tfjs-core',
            '@tensorflow/tfjs-core/dist/register_all_gradients',
            'idb',
            'valibot',
          ],
        },
        // A test that is answered with the page, in place of a missing file, must not make Vite bundle what the page imports.
        server: { preTransformRequests: false },
        test: {
          name: 'gpu',
          include: ['tests/gpu/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(executablePath ? { executablePath } : {}), args: [...WEBGPU_FLAGS] },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
