import { describe, expect, it } from 'vitest';
import { pageRows } from '../../../../scripts/bench/page-rows.ts';
import { planRows } from '../../../../scripts/bench/plan-rows.ts';
import type { PlanTimes } from '../../../../scripts/bench/worker/plan-times.ts';
import type { WorkloadId } from '../../../../src/core/config/training-config.ts';
import { planMeasurement } from './measurement-fixtures.ts';

const realm = (firstSizeMs: number, laterSizesMs: readonly number[]): PlanTimes => ({ firstSizeMs, laterSizesMs });

describe('planRows', () => {
  const fast = [realm(50, [5])];
  const node = [realm(120, [10, 20]), realm(90, [30]), realm(150, [40, 50])];
  const rowsOf = (workload: WorkloadId) => {
    const rows = planRows([planMeasurement({ workload, times: { worker: fast, node } })]);
    return new Map(rows.map((row) => [row.id.replace(`${workload}/plan/`, ''), row]));
  };

  it('keeps the first plan of a realm apart from later ones', () => {
    const rows = rowsOf('fashion-mlp');
    expect(rows.get('node/first')).toMatchObject({ engine: 120, reached: false });
    expect(rows.get('node/first')?.note).toBe('90.0–150.0 ms; whole search of 4 sizes in Node 360 ms');
    expect(rows.get('node/later')).toMatchObject({ engine: 30, reached: true });
    expect(rows.get('worker/first')).toMatchObject({ engine: 50, reached: true });
  });

  it('asks small models for a tenth of a second, all others for two seconds', () => {
    expect(rowsOf('fashion-convnet').get('node/first')?.target).toEqual({ of: 'value', atMost: 100 });
    expect(rowsOf('resnet152-1024').get('node/first')?.target).toEqual({ of: 'value', atMost: 2000 });
  });

  it('compares planned bytes with their lower bounds and names the micro-batch', () => {
    const rows = rowsOf('fashion-mlp');
    expect(rows.get('peak-over-bound')).toMatchObject({ engine: 1000, reached: true });
    expect(rows.get('arena-over-bound')).toMatchObject({ engine: 220, reached: false });
    expect(rows.get('peak-over-bound')?.name).toBe('fashion-mlp, micro-batch 171 of 512: planned bytes in total');
  });
});

describe('pageRows', () => {
  const page = { windowMs: 10_004, sentence: 'Batch 512' };

  it('reaches its targets only where no task was long', () => {
    const rows = pageRows({ ...page, longTasksMs: [] });
    expect(rows.map(({ engine, reached }) => [engine, reached])).toEqual([
      [0, true],
      [0, true],
    ]);
  });

  it('counts long tasks and names the longest', () => {
    const rows = pageRows({ ...page, longTasksMs: [61, 230, 88] });
    expect(rows.map(({ engine, reached }) => [engine, reached])).toEqual([
      [3, false],
      [230, false],
    ]);
  });
});
