import { describe, expect, it } from 'vitest';
import type { BenchReport } from '../../../../scripts/bench/bench-report.ts';
import { benchTable } from '../../../../scripts/bench/bench-table.ts';
import { scenarioRows } from '../../../../scripts/bench/scenario-rows.ts';
import { measurement, round } from './measurement-fixtures.ts';

const report: BenchReport = {
  adapter: 'google swiftshader',
  isSoftware: true,
  rounds: 2,
  totalMs: 61_000,
  loadAtStart: 0.5,
  loadAtEnd: 2.25,
  processors: 2,
  rows: scenarioRows(measurement({ rounds: [round(10, 0.4), round(10, 0.6)] })),
};

describe('benchTable', () => {
  const lines = benchTable(report).split('\n');
  const line = (start: string) => lines.find((text) => text.startsWith(`  ${start}`)) ?? '';

  it('says first on what it was measured and how busy the machine was', () => {
    expect(lines[0]).toContain('google swiftshader');
    expect(lines[0]).toContain('medians of up to 2 rounds');
    expect(lines[1]).toBe('Load 0.5 at the start, 2.3 at the end, on 2 processors; 61 s in all.');
  });

  it('shows values, ratio with its ends, target and whether it is reached', () => {
    expect(line('JavaScript ')).toMatch(
      /10\.0 ms +0\.50 ms +0\.0500 +0\.0400–0\.0600 +≤ 0\.0500 +yes +the engine submits 2 times, tfjs 10 times$/,
    );
    expect(line('planned arena')).toMatch(/– +220 B +1\.10 +≤ 1\.05 +NO +over the liveness lower bound of 200 B$/);
  });

  it('stands a heading over rows of one kind, and counts the targets at the end', () => {
    expect(lines.filter((text) => text.startsWith('fashion-mlp, micro-batch 1000'))).toHaveLength(1);
    expect(lines.at(-1)).toBe('Targets reached: 3 of 4.');
  });
});
