import { describe, expect, it } from 'vitest';
import { type BenchRow, benchRow } from '../../../../scripts/bench/bench-report.ts';

const ROW: Omit<BenchRow, 'reached'> = {
  id: 'row',
  group: 'group',
  name: 'name',
  unit: 'ms',
  eager: 100,
  engine: 4,
  ratio: { median: 0.04, low: 0.03, high: 0.09 },
  target: null,
  note: null,
};

describe('benchRow', () => {
  it('judges the median ratio, not its ends', () => {
    expect(benchRow({ ...ROW, target: { of: 'ratio', atMost: 0.05 } }).reached).toBe(true);
    expect(benchRow({ ...ROW, target: { of: 'ratio', atMost: 0.039 } }).reached).toBe(false);
  });

  it('judges the value of the engine where the target is of the value', () => {
    expect(benchRow({ ...ROW, target: { of: 'value', atMost: 4 } }).reached).toBe(true);
    expect(benchRow({ ...ROW, target: { of: 'value', atMost: 3.9 } }).reached).toBe(false);
  });

  it('judges a value that must not fall short', () => {
    expect(benchRow({ ...ROW, target: { of: 'value', atLeast: 4 } }).reached).toBe(true);
    expect(benchRow({ ...ROW, target: { of: 'value', atLeast: 5 } }).reached).toBe(false);
  });

  it('judges nothing without a target, and a ratio that is missing as missed', () => {
    expect(benchRow(ROW).reached).toBeNull();
    expect(benchRow({ ...ROW, ratio: null, target: { of: 'ratio', atMost: 1 } }).reached).toBe(false);
  });
});
