import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../../scripts/setup/run-command.mjs';

const node = (script: string, options: { limitMs?: number; env?: Record<string, string> } = {}) =>
  runCommand(process.execPath, ['-e', script], { cwd: process.cwd(), ...options });

describe('runCommand', () => {
  it('returns the exit code', async () => {
    expect(await node('process.exit(7)')).toEqual({ exitCode: 7, timedOut: false });
  });

  it('ends a command that runs past its limit', async () => {
    expect(await node('setInterval(() => {}, 1000)', { limitMs: 200 })).toEqual({ exitCode: 1, timedOut: true });
  });

  it('interrupts a command before it kills it, so that it can end what it has started', async () => {
    const script = "process.on('SIGINT', () => process.exit(5)); setInterval(() => {}, 1000); console.log('waits')";
    expect(await node(script, { limitMs: 3000 })).toEqual({ exitCode: 5, timedOut: true });
  });

  it('gives the command an empty standard input', async () => {
    const script = "process.stdin.resume(); process.stdin.on('end', () => process.exit(3))";
    expect(await node(script, { limitMs: 30_000 })).toEqual({ exitCode: 3, timedOut: false });
  });

  it('adds to the environment', async () => {
    const result = await node('process.exit(process.env.ANSWER === "42" && process.env.PATH ? 0 : 1)', {
      env: { ANSWER: '42' },
    });
    expect(result.exitCode).toBe(0);
  });

  it('a command that does not exist has exit code 127', async () => {
    expect(await runCommand('no-such-command-here', [], { cwd: process.cwd() })).toEqual({
      exitCode: 127,
      timedOut: false,
    });
  });
});
