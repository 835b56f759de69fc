import { spawn } from 'node:child_process';

/**
 * @typedef {object} CommandOptions
 * @property {string} cwd
 * @property {Readonly<Record<string, string>>} [env]  added to this process's own
 * @property {number} [limitMs]  interrupted when it runs longer
 * @property {boolean} [outputToStderr]  keeps standard output free for what the calling script prints
 */

/** Process groups that run now: ended with this process, so that an interrupt leaves no browser or server behind. */
const running = /** @type {Set<import('node:child_process').ChildProcess>} */ (new Set());

const INTERRUPT_LIMIT_MS = 15_000;

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
          interrupt(child);
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
      process.exitCode = exitCode;
      // Once they have ended, what waits for them would go on.
      for (const child of running) child.once('exit', () => process.exit(exitCode));
      if (running.size === 0) process.exit(exitCode);
      for (const child of running) interrupt(child);
    });
  }
}

/**
 * Ends a command as Ctrl-C would: Playwright ends its server and its browsers at SIGINT alone, and these are in process groups
 * of their own. A command that does not mind is killed.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
function interrupt(child) {
  signalGroup(child, 'SIGINT');
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), INTERRUPT_LIMIT_MS);
  child.once('exit', () => clearTimeout(timer));
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended by itself in the meantime.
  }
}
