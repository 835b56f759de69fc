import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runCommand } from './run-command.mjs';

/** @typedef {{ packages?: Readonly<Record<string, { version?: string, optional?: boolean }>> }} LockFile */

/**
 * Packages that the lock file asks for and `node_modules` lacks or holds in another version. Optional ones (builds for other
 * systems) may be absent.
 *
 * @param {LockFile} wanted  package-lock.json
 * @param {LockFile} installed  node_modules/.package-lock.json, npm's own record of what it installed
 * @returns {string[]}
 */
export function missingPackages(wanted, installed) {
  const present = installed.packages ?? {};
  return Object.entries(wanted.packages ?? {})
    .filter(([path]) => path !== '')
    .filter(([path, entry]) => {
      const found = present[path];
      return found ? found.version !== entry.version : !entry.optional;
    })
    .map(([path]) => path);
}

/**
 * Runs `npm ci` where `node_modules` is absent or differs from the lock file. Returns whether it had to.
 *
 * @param {string} root
 * @returns {Promise<boolean>}
 */
export async function installMissing(root) {
  /** @type {LockFile} */
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  if (missingPackages(wanted, readInstalled(root)).length === 0) return false;
  console.error('Installing packages (npm ci) …');
  // Development packages are what builds and tests, also where NODE_ENV says production.
  const result = await npm(['ci', '--include=dev', '--no-audit', '--no-fund'], root);
  if (result.exitCode !== 0) throw new Error('npm ci failed; see its output above. It needs the package registry.');
  return true;
}

/**
 * @param {string} root
 * @returns {LockFile}
 */
function readInstalled(root) {
  try {
    return JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8'));
  } catch {
    return {};
  }
}

/**
 * @param {readonly string[]} args
 * @param {string} root
 */
function npm(args, root) {
  const options = { cwd: root, outputToStderr: true };
  const running = process.env.npm_execpath;
  if (running && basename(running).startsWith('npm-cli')) {
    return runCommand(process.execPath, [running, ...args], options);
  }
  return runCommand(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}
