import { expect, test } from 'vitest';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { createPlanner } from '../../../../src/engine/planning/plan-training.ts';

test('considered sizes: each has one verdict, the capacity fits, and every larger one was refused', async () => {
  const planner = await createPlanner(DEFAULT_LIMITS, () => 0);
  const base = defaultConfig('fashion-mlp');
  // Byte by byte past the point where one slice fits and the run's further programs do not.
  for (let step = 0; step < 24; step += 1) {
    const budgetMiB = 3.8 + (step * 512) / 2 ** 20;
    const { report } = planner.plan({ ...base, batchSize: 8192, budgetMiB });
    if (report.verdict !== 'fits') throw new Error(report.reason);
    const sizes = report.considered.map(({ microBatch }) => microBatch);
    expect(new Set(sizes).size).toBe(sizes.length);
    const fitting = report.considered.filter(({ verdict }) => verdict.type === 'fits');
    expect(Math.max(...fitting.map(({ microBatch }) => microBatch))).toBe(report.capacity);
    expect(report.peakBytes).toBeLessThanOrEqual(report.usableBytes);
  }
});
