import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { CONTENT_SECURITY_POLICY } from './scripts/serve/content-security-policy.mjs';

/** Puts the policy into the built page. The development server goes without: its reloading needs inline scripts. */
const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
      injectTo: 'head-prepend',
    },
  ],
};

export default defineConfig({
  base: './',
  plugins: [react(), contentSecurityPolicy],
  // The passes know tfjs's kernels by the names of their classes: a worker without them plans more bytes and shows "Kn".
  worker: { format: 'es', rolldownOptions: { output: { keepNames: true } } },
  preview: { headers: { 'Content-Security-Policy': CONTENT_SECURITY_POLICY } },
  build: { target: 'es2023', chunkSizeWarningLimit: 1200 },
});
