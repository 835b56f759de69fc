import { spawn } from 'node:child_process';

/**
 * @typedef {object} CommandOptions
 * @property {string} cwd
 * @property {Readonly<Record<string, string>>} [env]  added to this process's own
 * @property {number} [limitMs]  ended when it runs longer
 * @property {boolean} [outputToStderr]  keeps standard output free for what the calling script prints
 */

/** Process groups that run now: ended with this process, so that an interrupt leaves no browser or server behind. */
const running = /** @type {Set<import('node:child_process').ChildProcess>} */ (new Set());

/**
 * Runs a command without standard input, its output going where this process's goes. Never rejects: a command that cannot
 * start has exit code 127, one that was ended has 1.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {CommandOptions} options
 * @returns {Promise<{ exitCode: number, timedOut: boolean }>}
 */
export function runCommand(command, args, { cwd, env = {}, limitMs, outputToStderr = false }) {
  const isWindows = process.platform === 'win32';
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', outputToStderr ? 2 : 1, 2],
      // Its own process group: what it started ends with it.
      detached: !isWindows,
      shell: isWindows && command.endsWith('.cmd'),
    });
    running.add(child);
    let timedOut = false;
    const timer = limitMs
      ? setTimeout(() => {
          timedOut = true;
          endGroup(child, 'SIGKILL');
        }, limitMs)
      : undefined;
    const finish = (/** @type {number} */ exitCode) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ exitCode, timedOut });
    };
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      finish(127);
    });
    child.once('exit', (code) => finish(code ?? 1));
  });
}

/** Ends the running commands when this process is interrupted, then leaves with the usual exit code. */
export function endCommandsOnInterrupt() {
  for (const [signal, exitCode] of /** @type {const} */ ([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])) {
    process.on(signal, () => {
      for (const child of running) endGroup(child, signal);
      process.exit(exitCode);
    });
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function endGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended by itself in the meantime.
  }
}
