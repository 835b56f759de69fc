import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../find-chromium.mjs';
import { runCommand } from './run-command.mjs';

/** @typedef {{ readonly label: string, readonly command: string, readonly args: readonly string[], readonly env?: Readonly<Record<string, string>> }} InstallStep */

/**
 * The ways to install a browser here, best first; each is a few commands. Debian's own package brings the libraries it needs.
 * Ubuntu's is a stand-in for a snap, which containers cannot run: there Playwright's download comes first.
 *
 * @param {{ readonly distribution: string, readonly isRoot: boolean }} machine
 * @param {string} root
 * @returns {readonly (readonly InstallStep[])[]}
 */
export function installWays(machine, root) {
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  const apt = [
    { label: 'apt-get update', command: 'apt-get', args: ['update'], env: quiet },
    {
      label: 'apt-get install chromium',
      command: 'apt-get',
      args: ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'],
      env: quiet,
    },
  ];
  const usesApt = machine.isRoot && ['debian', 'ubuntu'].includes(machine.distribution);
  const playwright = [
    {
      label: 'playwright install chromium',
      command: process.execPath,
      args: [
        join(root, 'node_modules', 'playwright', 'cli.js'),
        'install',
        ...(usesApt ? ['--with-deps'] : []),
        'chromium',
      ],
    },
  ];
  if (!usesApt) return [playwright];
  return machine.distribution === 'debian' ? [apt, playwright] : [playwright, apt];
}

/**
 * The path of a Chromium, installed first where there is none. Throws an Error with advice where none can be had.
 *
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function findOrInstallChromium(root) {
  const found = findChromium();
  if (found) return found;
  if (process.env.CHROME_PATH) {
    throw new Error(`CHROME_PATH names ${process.env.CHROME_PATH}, which does not exist. Correct it or unset it.`);
  }
  for (const way of installWays(thisMachine(), root)) {
    for (const step of way) {
      console.log(`No Chromium found. Installing one (${step.label}) …`);
      const { exitCode } = await runCommand(step.command, step.args, { cwd: root, env: step.env ?? {} });
      if (exitCode !== 0) break;
    }
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error(
    'No Chromium could be found or installed. Install Google Chrome or Chromium, or set CHROME_PATH to the browser to use.',
  );
}

function thisMachine() {
  return { distribution: distribution(), isRoot: process.getuid?.() === 0 };
}

/** The ID of os-release(5), such as `debian`; empty where there is none. */
function distribution() {
  try {
    return /^ID="?([\w.-]+)"?$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
}
