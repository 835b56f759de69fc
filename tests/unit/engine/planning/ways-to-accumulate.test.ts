import { beforeAll, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import type { TrainingConfig } from '../../../../src/core/config/training-config.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { createPlanner } from '../../../../src/engine/planning/plan-training.ts';
import type { TrainingPlanner } from '../../../../src/engine/planning/training-planner.ts';

let planner: TrainingPlanner;
beforeAll(async () => {
  planner = await createPlanner(DEFAULT_LIMITS, () => 0);
});

const plan = (changes: Partial<TrainingConfig>) => planner.plan({ ...defaultConfig('fashion-convnet'), ...changes });

function peakBytes(changes: Partial<TrainingConfig>): number {
  const { report } = plan({ budgetMiB: 1024, batchSize: 256, microBatch: 64, ...changes });
  if (report.verdict !== 'fits') throw new Error(report.reason);
  return report.peakBytes;
}

describe('ways to accumulate', () => {
  test('with one backward pass memory grows with the batch, as without slices; accumulation takes one slice', () => {
    const grows = (accumulation: TrainingConfig['accumulation']) => {
      const [one = 0, two = 0, four = 0] = [128, 256, 512].map((batchSize) => peakBytes({ accumulation, batchSize }));
      return { firstBytes: two - one, thenBytes: four - two };
    };
    expect(grows('accumulate')).toEqual({ firstBytes: 0, thenBytes: 0 });
    for (const accumulation of ['one-backward', 'full-batch'] as const) {
      const { firstBytes, thenBytes } = grows(accumulation);
      expect(firstBytes).toBeGreaterThan(1_000_000);
      // Twice as many examples more, within alignment and uniforms.
      expect(thenBytes / firstBytes).toBeCloseTo(2, 1);
    }
  });

  test('one backward pass has the slices that accumulation has, in one program for a batch', () => {
    const { report, run } = plan({ budgetMiB: 1024, batchSize: 700, microBatch: 300, accumulation: 'one-backward' });
    // 12,000 examples are 17 batches of 700 and one of 100.
    expect(report).toMatchObject({
      verdict: 'fits',
      accumulationSteps: 3,
      microBatch: 234,
      batch: 700,
      lastBatch: 100,
    });
    expect(run).toMatchObject({ examplesPerReplay: 700, updateProgram: 2 });
    expect([...(run?.sliceProgram ?? [])]).toEqual([
      [700, 0],
      [100, 1],
    ]);
  });

  test('the full batch is one slice, whatever the micro-batch', () => {
    const { report } = plan({ budgetMiB: 1024, batchSize: 100, microBatch: 7, accumulation: 'full-batch' });
    expect(report).toMatchObject({ verdict: 'fits', accumulationSteps: 1, microBatch: 100 });
  });

  test('where the budget holds slices but not the batch, says why and what accumulation needs', () => {
    const accumulated = plan({}).report;
    if (accumulated.verdict !== 'fits') throw new Error(accumulated.reason);
    for (const accumulation of ['one-backward', 'full-batch'] as const) {
      const { report, run } = plan({ accumulation });
      expect(run).toBeUndefined();
      expect(report).toMatchObject({ verdict: 'does-not-fit', failure: { code: 'whole-batch-does-not-fit' } });
      expect(report.peakBytes).toBeGreaterThan(report.usableBytes);
      if (report.verdict === 'fits') continue;
      expect(report.failure.remedy).toContain('Accumulate');
    }
  });

  test('a batch of one slice is the same run in every way', () => {
    const peaks = (['accumulate', 'one-backward', 'full-batch'] as const).map((accumulation) =>
      peakBytes({ accumulation, batchSize: 48 }),
    );
    expect(new Set(peaks).size).toBe(1);
  });

  test('one backward pass takes smaller slices where those fit and accumulation’s do not', () => {
    const tight = { batchSize: 61, budgetMiB: 4.25, accumulation: 'one-backward' } as const;
    const { report } = plan(tight);
    if (report.verdict !== 'fits') throw new Error(report.reason);
    const accumulated = plan({ ...tight, accumulation: 'accumulate' }).report;
    if (accumulated.verdict !== 'fits') throw new Error(accumulated.reason);
    expect(report.microBatch).toBeLessThan(accumulated.microBatch);
    // 61 = 31 + 30 does not fit; 21 + 20 + 20 does.
    expect([accumulated.microBatch, report.microBatch]).toEqual([31, 21]);
    expect(plan({ ...tight, microBatch: 31 }).report.verdict).toBe('does-not-fit');
  });

  test('a program too long to be made is refused before it is traced, with the micro-batch that would do', () => {
    const { report, run } = plan({ batchSize: 4096, microBatch: 1, budgetMiB: 65_536, accumulation: 'one-backward' });
    expect(run).toBeUndefined();
    if (report.verdict === 'fits') throw new Error('It is not made.');
    expect(report.failure).toMatchObject({ code: 'one-backward-too-long' });
    const [leastMicroBatch = 0] = /micro-batch to (\d+)/.exec(report.failure.remedy)?.slice(1).map(Number) ?? [];
    expect(leastMicroBatch).toBeGreaterThan(1);
    const shorter = plan({
      batchSize: 4096,
      microBatch: leastMicroBatch,
      budgetMiB: 1,
      accumulation: 'one-backward',
    }).report;
    if (shorter.verdict === 'fits') throw new Error('Parameters alone take more.');
    expect(shorter.failure.code).not.toBe('one-backward-too-long');
  });

  test('a program too long to be traced in a moment is refused with the bytes it would need', {
    timeout: 60_000,
  }, () => {
    // 36 slices of about 300 commands, planned whole where the budget holds them.
    const changes = { batchSize: 144, microBatch: 4, accumulation: 'one-backward' } as const;
    const planned = (budgetMiB: number) =>
      planner.plan(
        { ...defaultConfig('cifar-resnet20'), ...changes, budgetMiB },
        {
          sizes: { trainExamples: 288, testExamples: 4 },
        },
      ).report;
    const [refused, whole] = [planned(64), planned(1024)];
    expect(refused).toMatchObject({ verdict: 'does-not-fit', failure: { code: 'whole-batch-does-not-fit' } });
    expect(whole.verdict).toBe('fits');
    expect(refused.peakBytes / whole.peakBytes).toBeCloseTo(1, 2);
  });
});
