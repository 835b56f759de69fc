import { describe, expect, it } from 'vitest';
import {
  countPlaywright,
  countVitest,
  stageResult,
  summaryLines,
  totalLine,
} from '../../../../scripts/setup/test-summary.mjs';

const vitestReport = { numPassedTests: 40, numFailedTests: 2 };
const playwrightReport = { stats: { expected: 9, unexpected: 1, flaky: 1, skipped: 0 } };

describe('stageResult', () => {
  it('counts a stage that fails without naming a failed test as one failure', () => {
    expect(stageResult({ name: 'types', exitCode: 2, elapsedMs: 5 }).failed).toBe(1);
    const crashed = stageResult({ name: 'unit', exitCode: 1, elapsedMs: 5, count: { passed: 7, failed: 0 } });
    expect(crashed).toMatchObject({ passed: 7, failed: 1 });
  });

  it('counts the failed tests of a runner once', () => {
    const result = stageResult({ name: 'unit', exitCode: 1, elapsedMs: 5, count: countVitest(vitestReport) });
    expect(result).toMatchObject({ passed: 40, failed: 2 });
  });
});

describe('counts of reports', () => {
  it('a flaky end-to-end test is a failure', () => {
    expect(countPlaywright(playwrightReport)).toEqual({ passed: 9, failed: 2 });
  });

  it('a missing or unreadable report counts nothing', () => {
    expect(countVitest(undefined)).toEqual({ passed: 0, failed: 0 });
    expect(countPlaywright({ stats: 'none' })).toEqual({ passed: 0, failed: 0 });
  });
});

describe('the end of a test run', () => {
  const results = [
    stageResult({ name: 'types', exitCode: 0, elapsedMs: 1240 }),
    stageResult({ name: 'unit', exitCode: 1, elapsedMs: 21_060, count: countVitest(vitestReport) }),
    stageResult({ name: 'e2e', exitCode: 1, elapsedMs: 90_400, count: countPlaywright(playwrightReport) }),
  ];

  it('is one line with the sums over all runners', () => {
    expect(totalLine(results)).toBe('49 passed, 4 failed');
  });

  it('lists each stage on an aligned line', () => {
    expect(summaryLines(results)).toEqual([
      'types  ok                    1.2 s',
      'unit   40 passed, 2 failed  21.1 s',
      'e2e    9 passed, 2 failed   90.4 s',
    ]);
  });
});
