import { beforeAll, expect, test } from 'vitest';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import { RECOMPUTATION_IDS, type TrainingConfig } from '../../../../src/core/config/training-config.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { createPlanner } from '../../../../src/engine/planning/plan-training.ts';
import type { TrainingPlanner } from '../../../../src/engine/planning/training-planner.ts';

let planner: TrainingPlanner;
beforeAll(async () => {
  planner = await createPlanner(DEFAULT_LIMITS, () => 0);
});

function plansOf(changes: Partial<TrainingConfig> & Pick<TrainingConfig, 'workload'>) {
  return RECOMPUTATION_IDS.map((recomputation) => {
    const { report } = planner.plan({ ...defaultConfig(changes.workload), ...changes, recomputation });
    if (report.verdict !== 'fits') throw new Error(report.reason);
    return report;
  });
}

test.each([
  { workload: 'cifar-resnet20', batchSize: 64, microBatch: 64, budgetMiB: 1024 },
  { workload: 'charlm', batchSize: 24, microBatch: 24, budgetMiB: 1024 },
] as const)(
  '$workload: each kind of recomputation keeps fewer activations, within 1.05 of the lower bound',
  (changes) => {
    const [none, layers, blocks] = plansOf(changes);
    const activations = [none, layers, blocks].map((report) => report?.bytes.activations ?? 0);
    expect(activations[1]).toBeLessThan(0.8 * (activations[0] ?? 0));
    expect(activations[2]).toBeLessThan(0.5 * (activations[1] ?? 0));
    for (const report of [none, layers, blocks]) {
      expect((report?.peakBytes ?? 0) / (report?.lowerBoundBytes ?? 1)).toBeLessThan(1.05);
    }
  },
);

test('of ResNet-152 at 4,096 megapixel images in 24 GiB, 6, 8 and 20 are on the device at once', {
  timeout: 60_000,
}, () => {
  const capacities = plansOf({ workload: 'resnet152-1024' }).map((report) => report.capacity);
  expect(capacities).toEqual([6, 8, 20]);
});

test('workloads without blocks do not depend on it', () => {
  const peaks = plansOf({ workload: 'fashion-convnet' }).map(({ peakBytes }) => peakBytes);
  expect(new Set(peaks).size).toBe(1);
});
