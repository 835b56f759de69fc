import { beforeAll, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import { type TrainingConfig, WORKLOAD_IDS, type WorkloadId } from '../../../../src/core/config/training-config.ts';
import type { PlanReport } from '../../../../src/core/program/plan-report.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { createPlanner } from '../../../../src/engine/planning/plan-training.ts';
import type { TrainingPlanner } from '../../../../src/engine/planning/training-planner.ts';

let planner: TrainingPlanner;
beforeAll(async () => {
  planner = await createPlanner(DEFAULT_LIMITS, () => 0);
});

function plan(workload: WorkloadId, changes: Partial<TrainingConfig>): PlanReport {
  return planner.plan({ ...defaultConfig(workload), headroom: 0, ...changes }).report;
}

/** Bytes of a single size as the search sees it. A budget of nothing: no run is planned around it. */
function bytesOfSize(workload: WorkloadId, microBatch: number): number {
  const { considered } = plan(workload, { batchSize: microBatch, microBatch, budgetMiB: 0 });
  expect(considered).toHaveLength(1);
  return considered[0]?.peakBytes ?? Number.NaN;
}

function capacityOf(report: PlanReport): number {
  return report.verdict === 'fits' ? report.capacity : 0;
}

const sizesUpTo = (largest: number) => Array.from({ length: largest }, (_, i) => i + 1);
const toMiB = (bytes: number) => bytes / 2 ** 20;

/** Budgets in MiB from just above the first size's bytes to just below the last one's. */
function budgetsBetween(bytes: readonly number[], shares: readonly number[]): number[] {
  const [first = 0, last = 0] = [bytes[0], bytes.at(-1)];
  return shares.map((share) => toMiB(first + share * (last - first)));
}

describe('capacity is the true largest, by brute force over all sizes', () => {
  test.each([
    ['fashion-mlp', 128],
    ['fashion-convnet', 48],
  ] as const)(
    '%s, batch %d: of single sizes, as the search plans them',
    { timeout: 120_000 },
    (workload, batchSize) => {
      const bytes = sizesUpTo(batchSize).map((size) => bytesOfSize(workload, size));
      const shares = [0.01, 0.11, 0.25, 0.4, 0.5, 0.66, 0.75, 0.83, 0.97];
      for (const budgetMiB of budgetsBetween(bytes, shares)) {
        const report = plan(workload, { batchSize, budgetMiB });
        const largest = bytes.findLastIndex((peakBytes) => peakBytes <= report.usableBytes) + 1;
        const verdictOf = (size: number) =>
          report.considered.find(({ microBatch }) => microBatch === size)?.verdict.type;
        expect(largest).toBeGreaterThanOrEqual(1);
        expect(verdictOf(largest)).toBe('fits');
        expect(verdictOf(largest + 1)).toBe('over-budget');
      }
    },
  );

  test.each([
    ['fashion-mlp', 64],
    ['fashion-convnet', 32],
  ] as const)('%s, batch %d: of whole runs, as the command line asks', { timeout: 120_000 }, (workload, batchSize) => {
    const ends = [1, batchSize].map((size) => bytesOfSize(workload, size));
    const budgets = budgetsBetween(ends, [0.02, 0.2, 0.5, 0.7, 0.95]);
    const capacities = budgets.map((budgetMiB) => {
      const capacity = capacityOf(plan(workload, { batchSize, budgetMiB }));
      const fitting = sizesUpTo(batchSize).filter(
        (microBatch) => plan(workload, { batchSize, budgetMiB, microBatch }).verdict === 'fits',
      );
      expect(fitting).toEqual(sizesUpTo(capacity));
      return capacity;
    });
    // The budgets do cut the batch in different ways.
    expect(new Set(capacities).size).toBe(budgets.length);
  });

  test.each(WORKLOAD_IDS)('%s as it starts: the capacity fits, one example more does not', (workload) => {
    const report = plan(workload, {});
    const capacity = capacityOf(report);
    expect(capacity).toBeGreaterThan(1);
    expect(capacity).toBeLessThan(report.batch);
    expect(plan(workload, { microBatch: capacity }).verdict).toBe('fits');
    expect(plan(workload, { microBatch: capacity + 1 }).verdict).toBe('does-not-fit');
  });

  test.each([37, 64, 100])(
    'a budget of exactly the bytes of a batch of %d holds it, one byte less does not',
    (size) => {
      const { peakBytes } = plan('fashion-mlp', { batchSize: size, microBatch: size, budgetMiB: 100 });
      const exact = { batchSize: size, budgetMiB: toMiB(peakBytes) };
      expect(plan('fashion-mlp', exact)).toMatchObject({ verdict: 'fits', capacity: size, usableBytes: peakBytes });
      expect(plan('fashion-mlp', { ...exact, microBatch: size }).verdict).toBe('fits');
      const short = { batchSize: size, budgetMiB: toMiB(peakBytes - 1) };
      expect(capacityOf(plan('fashion-mlp', short))).toBeLessThan(size);
      expect(plan('fashion-mlp', { ...short, microBatch: size })).toMatchObject({
        verdict: 'does-not-fit',
        peakBytes,
        failure: { code: 'does-not-fit' },
      });
    },
  );
});
