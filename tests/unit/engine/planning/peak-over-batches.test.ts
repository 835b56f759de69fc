import { beforeAll, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import type { WorkloadId } from '../../../../src/core/config/training-config.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { createPlanner } from '../../../../src/engine/planning/plan-training.ts';
import type { TrainingPlanner } from '../../../../src/engine/planning/training-planner.ts';
import { QUICK_WORKLOADS } from './quick-workloads.ts';

let planner: TrainingPlanner;
beforeAll(async () => {
  planner = await createPlanner(DEFAULT_LIMITS, () => 0);
});

/** All of 1 … 64 where a plan takes a millisecond, some of them where it takes a hundred. */
const SLICE_COUNTS: Partial<Record<WorkloadId, readonly number[]>> = {
  'fashion-mlp': Array.from({ length: 64 }, (_, i) => i + 1),
  'fashion-convnet': Array.from({ length: 64 }, (_, i) => i + 1),
};

describe.each(QUICK_WORKLOADS)('%s: accumulation is free', (workload) => {
  // 16 divides the 12,800 examples, so that an epoch's last batch has slices of 16 too, whatever the batch.
  const sizes = { trainExamples: 12_800, testExamples: 16 };

  test('the peak is the same to the byte for k = 1 … 64 slices of 16', () => {
    const peaks = (SLICE_COUNTS[workload] ?? [1, 2, 7, 64]).map((count) => {
      const config = { ...defaultConfig(workload), batchSize: 16 * count, microBatch: 16, budgetMiB: 1_048_576 };
      const { report } = planner.plan(config, { sizes });
      if (report.verdict !== 'fits') throw new Error(report.reason);
      expect(report.slices).toEqual([{ size: 16, count }]);
      return report.peakBytes;
    });
    expect(new Set(peaks).size).toBe(1);
  });

  test('a batch that fits in one slice needs far more than the same batch in slices', () => {
    const config = { ...defaultConfig(workload), batchSize: 1024, budgetMiB: 1_048_576 };
    const whole = planner.plan(config).report;
    const cut = planner.plan({ ...config, microBatch: 16 }).report;
    expect(whole).toMatchObject({ verdict: 'fits', accumulationSteps: 1 });
    // Activations and inputs of 16 examples instead of 1,024; parameters, sums and slots stay.
    expect(whole.peakBytes - whole.fixedBytes).toBeGreaterThan(16 * (cut.peakBytes - cut.fixedBytes));
  });
});
