import { describe, expect, it } from 'vitest';
import { pageRows } from '../../../../scripts/bench/page-rows.ts';
import { planRows } from '../../../../scripts/bench/plan-rows.ts';
import type { PlanTimes } from '../../../../scripts/bench/worker/plan-times.ts';

const realm = (firstSizeMs: number, laterSizesMs: readonly number[]): PlanTimes => ({
  firstSizeMs,
  firstSearchMs: 3 * firstSizeMs,
  laterSizesMs,
  laterSearchesMs: laterSizesMs.map((ms) => 3 * ms),
  sizesOfFirstSearch: 4,
});

describe('planRows', () => {
  it('keeps the first plan of a realm apart from later ones', () => {
    const realms = [realm(120, [10, 20]), realm(90, [30]), realm(150, [40, 50])];
    const [first, later] = planRows({ workload: 'fashion-mlp', place: 'node', realms });
    expect(first).toMatchObject({ id: 'fashion-mlp/plan/node/first', engine: 120, reached: false });
    expect(first?.note).toBe('90.0–150.0 ms; whole search of 4 sizes 360 ms');
    expect(later).toMatchObject({ id: 'fashion-mlp/plan/node/later', engine: 30, reached: true });
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
