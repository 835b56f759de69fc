import { expect, test } from 'vitest';
import { recomputationRows } from '../../../../scripts/bench/recomputation-rows.ts';

const plan = (arenaBytes: number, dispatches: number) => ({
  arenaBytes,
  dispatches,
  arenaLowerBoundBytes: arenaBytes,
  peakBytes: arenaBytes,
  lowerBoundBytes: arenaBytes,
});

test('recomputation: each kind is set against keeping everything, round by round', () => {
  const rows = recomputationRows({
    step: { workload: 'charlm', microBatch: 4 },
    sides: [
      { recomputation: 'none', plan: plan(1000, 100), wholeMs: [10, 20, 40] },
      { recomputation: 'blocks', plan: plan(400, 120), wholeMs: [13, 24, 60] },
    ],
  });
  const ratios = rows.map(({ name, engine, ratio }) => [name, engine, ratio]);
  expect(ratios).toEqual([
    ['whole step, nothing made again', 20, null],
    // 13 / 10, 24 / 20, 60 / 40: the middle one and the ends.
    ['whole step, whole blocks made again', 24, { median: 1.3, low: 1.2, high: 1.5 }],
    ['planned arena, nothing made again', 1000, null],
    ['planned arena, whole blocks made again', 400, { median: 0.4, low: 0.4, high: 0.4 }],
    ['dispatches, nothing made again', 100, null],
    ['dispatches, whole blocks made again', 120, { median: 1.2, low: 1.2, high: 1.2 }],
  ]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});
