import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import type { OwnedResources } from './owned-resources.ts';

const CACHE = 'node_modules/.cache';

/** Builds the page of a script, such as `scripts/train-page`, into a folder of its own, which `owned` removes. */
export async function buildScriptPage(root: string, owned: OwnedResources): Promise<string> {
  const folder = await temporaryFolder(owned);
  await build({
    configFile: false,
    root,
    base: './',
    logLevel: 'error',
    publicDir: false,
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', minify: false },
  });
  return folder;
}

/** Builds the site as `vite build` does, into a folder of its own, which `owned` removes. */
export async function buildSite(owned: OwnedResources): Promise<string> {
  const folder = await temporaryFolder(owned);
  await build({ logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
  return folder;
}

async function temporaryFolder(owned: OwnedResources): Promise<string> {
  const folder = resolve(await mkdtemp(join(CACHE, 'page-')));
  owned.add(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
