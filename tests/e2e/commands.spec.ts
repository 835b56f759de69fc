import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { runScript, startScript } from './support/run-script.ts';

const SMALL_RUN = ['--workload', 'fashion-mlp', '--batch', '48', '--budget', '5MiB', '--micro-batch', '16'];
const TRAIN = ['train', ...SMALL_RUN, '--adapter', 'software', '--json'];

const jsonLines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test.describe('plan', () => {
  test('answers with one JSON object, and exit code 0 where the batch fits', async () => {
    const { exitCode, stdout, stderr } = await runScript('plan', '--batch', '512', '--budget', '6MiB', '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const plan = JSON.parse(stdout);
    expect(plan).toMatchObject({ workload: 'fashion-mlp', batch: 512, verdict: 'fits', budgetBytes: 6 * 2 ** 20 });
    expect(plan.peakBytes).toBeLessThanOrEqual(plan.budgetBytes);
    const total = plan.slices.reduce(
      (sum: number, slice: { size: number; count: number }) => sum + slice.size * slice.count,
      0,
    );
    expect(total).toBe(512);
  });

  test('has exit code 2 where not even one example fits, and says why', async () => {
    const { exitCode, stdout } = await runScript('plan', '--batch', '512', '--budget', '1MiB', '--json');
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: 'does-not-fit',
      capacity: 0,
      failure: { code: 'does-not-fit' },
    });
  });

  test('knows a device with small bindings', async () => {
    const { exitCode, stdout } = await runScript('plan', '--budget', '1GiB', '--max-binding', '700KiB', '--json');
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ failure: { code: 'over-limit' } });
  });

  test('has exit code 1 and a sentence for arguments that make no sense', async () => {
    const { exitCode, stdout, stderr } = await runScript('plan', '--batch', 'many');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toBe('--batch is “many”, but must be a whole number from 1 to 16,384.\n');
  });
});

test.describe('train', () => {
  test('prints one line an update and the totals, with the bytes that were planned', async () => {
    const { exitCode, stdout } = await runScript(...TRAIN, '--updates', '3', '--evaluate-every', '0');
    expect(exitCode).toBe(0);
    const lines = jsonLines(stdout);
    expect(lines.map((line) => line.event)).toEqual(['update', 'update', 'update', 'evaluation', 'done']);
    for (const [index, line] of lines.slice(0, 3).entries()) {
      expect(line).toMatchObject({ update: index + 1, slices: 3, microBatch: 16, skipped: false });
      expect(line.allocatedBytes).toBe(line.peakBytes);
    }
    expect(lines.at(-1)).toMatchObject({
      updates: 3,
      examples: 3 * 48,
      skippedUpdates: 0,
      testLoss: expect.any(Number),
    });
  });

  test('fails with code, message and remedy where the budget holds nothing', async () => {
    const { exitCode, stdout } = await runScript('train', '--budget', '1MiB', '--adapter', 'software', '--json');
    expect(exitCode).toBe(3);
    expect(jsonLines(stdout)).toEqual([
      {
        event: 'failure',
        code: 'does-not-fit',
        message: expect.any(String),
        cause: expect.any(String),
        remedy: expect.any(String),
        updates: 0,
      },
    ]);
  });

  test('fails with a remedy where there is no browser', async () => {
    const { result } = startScript(TRAIN, { CHROME_PATH: '/nowhere/chrome' });
    const { exitCode, stdout } = await result;
    expect(exitCode).toBe(3);
    expect(jsonLines(stdout)).toMatchObject([{ event: 'failure', code: 'no-browser' }]);
  });

  test('an interrupt ends the run and its browser', async () => {
    let isInterrupted = false;
    // Once: a second interrupt does not wait for the worker.
    const { child, result } = startScript([...TRAIN, '--updates', '100000'], {}, () => {
      if (!isInterrupted) child.kill('SIGINT');
      isInterrupted = true;
    });
    const { exitCode, stdout } = await result;
    expect(exitCode).toBe(130);
    expect(jsonLines(stdout).at(-1)).toMatchObject({ event: 'stopped', updates: expect.any(Number) });
  });

  test('a browser that dies ends the run with a failure', async () => {
    // A stand-in for the browser that says which process it is.
    const folder = mkdtempSync(join(tmpdir(), 'train-browser-'));
    const pidFile = join(folder, 'pid');
    const browser = join(folder, 'chromium');
    writeFileSync(browser, `#!/bin/sh\necho $$ > '${pidFile}'\nexec '${findChromium()}' "$@"\n`, { mode: 0o755 });
    const endBrowser = () => {
      if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
      rmSync(pidFile, { force: true });
    };
    try {
      const { result } = startScript([...TRAIN, '--updates', '100000'], { CHROME_PATH: browser }, endBrowser);
      const { exitCode, stdout } = await result;
      expect(exitCode).toBe(3);
      expect(jsonLines(stdout).at(-1)).toMatchObject({ event: 'failure', code: 'browser-lost' });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
