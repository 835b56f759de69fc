import { describe, expect, it } from 'vitest';
import { benchMarkdown } from '../../../../scripts/bench/bench-markdown.ts';
import type { BenchReport } from '../../../../scripts/bench/bench-report.ts';
import { scenarioRows } from '../../../../scripts/bench/scenario-rows.ts';
import { measurement, round } from './measurement-fixtures.ts';

const rows = scenarioRows(measurement({ rounds: [round(10, 0.4), round(10, 0.6)] }));
const report: BenchReport = {
  adapter: 'google swiftshader',
  isSoftware: true,
  rounds: 2,
  totalMs: 61_000,
  loadAtStart: 0.5,
  loadAtEnd: 2.25,
  processors: 2,
  rows,
};

describe('benchMarkdown', () => {
  const lines = benchMarkdown(report).split('\n');

  it('has a heading, a row for the group and one for each measured row', () => {
    expect(lines.slice(0, 4)).toEqual([
      '|  | eager tfjs | this engine | ratio | target | reached |',
      '| --- | ---: | ---: | ---: | --- | --- |',
      '| **fashion-mlp, micro-batch 1000, one slice and one update by Adam** |  |  |  |  |  |',
      '| JavaScript | 10.0 ms | 0.50 ms | 0.0500 | ≤ 0.0500 | yes |',
    ]);
    expect(lines).toHaveLength(3 + rows.length);
  });

  it('shows a target that is missed', () => {
    expect(lines).toContain('| planned arena | – | 220 B | 1.10 | ≤ 1.05 | NO |');
  });

  it('keeps a bar in a name within its cell', () => {
    const [row] = rows.map((first) => ({ ...first, name: 'a|b' }));
    expect(benchMarkdown({ ...report, rows: row ? [row] : [] })).toContain('| a\\|b | 10.0 ms |');
  });
});
