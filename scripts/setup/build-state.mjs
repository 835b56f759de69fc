import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What a build is made of, relative to the project. */
const SOURCES = [
  'index.html',
  'src',
  'public',
  'vite.config.ts',
  'package-lock.json',
  'scripts/serve/content-security-policy.mjs',
];

/**
 * Whether `dist` holds a finished build that is newer than everything it is made of. Folders count too: their time changes
 * when a file in them is added or removed.
 *
 * @param {string} root
 * @returns {boolean}
 */
export function isBuildCurrent(root) {
  const builtAtMs = modifiedAtMs(join(root, 'dist', 'index.html'));
  return builtAtMs !== undefined && SOURCES.every((source) => newestMs(join(root, source)) < builtAtMs);
}

/**
 * @param {string} path
 * @returns {number}
 */
function newestMs(path) {
  const own = modifiedAtMs(path) ?? 0;
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return own;
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestMs(join(path, name))), own);
}

/**
 * @param {string} path
 * @returns {number | undefined}
 */
function modifiedAtMs(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
