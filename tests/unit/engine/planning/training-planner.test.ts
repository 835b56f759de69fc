import { beforeAll, describe, expect, test } from 'vitest';
import { balancedSlices } from '../../../../src/core/batch/balanced-slices.ts';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import { OPTIMIZER_IDS, type TrainingConfig } from '../../../../src/core/config/training-config.ts';
import { BYTE_KINDS } from '../../../../src/core/program/byte-kind.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { createPlanner } from '../../../../src/engine/planning/plan-training.ts';
import type { RunPlan } from '../../../../src/engine/planning/run-plan.ts';
import type { TrainingPlanner } from '../../../../src/engine/planning/training-planner.ts';
import { optimizerSlots } from '../../../../src/engine/training/update-program.ts';
import { WORKLOADS } from '../../../../src/engine/workload.ts';
import { QUICK_WORKLOADS } from './quick-workloads.ts';

let planner: TrainingPlanner;
beforeAll(async () => {
  planner = await createPlanner(DEFAULT_LIMITS, () => 0);
});

function fitting(changes: Partial<TrainingConfig> = {}): RunPlan {
  const config = { ...defaultConfig(changes.workload ?? 'fashion-mlp'), ...changes };
  const { report, run } = planner.plan(config);
  if (!run) throw new Error(report.reason);
  return run;
}

describe('a plan that fits', () => {
  test.each(QUICK_WORKLOADS)('%s: bytes by kind sum to the peak, which is within the budget', (workload) => {
    const { report, memory } = fitting({ workload });
    expect(BYTE_KINDS.reduce((sum, kind) => sum + report.bytes[kind], 0)).toBe(report.peakBytes);
    expect(report.peakBytes).toBe(memory.peakBytes);
    expect(report.peakBytes).toBeLessThanOrEqual(report.usableBytes);
    expect(report.lowerBoundBytes).toBeLessThanOrEqual(report.peakBytes);
    const parameterBytes = 4 * report.parameterCount;
    const { exampleShape, targetsPerExample } = WORKLOADS[workload];
    const inputWords = exampleShape.reduce((product, extent) => product * extent, 1) + 2 * targetsPerExample;
    expect(report.bytes).toMatchObject({
      parameters: parameterBytes,
      accumulators: parameterBytes,
      optimizer: optimizerSlots(report.config.optimizer).length * parameterBytes + 16,
      inputs: 4 * report.microBatch * inputWords,
    });
  });

  test.each(OPTIMIZER_IDS)('%s: optimizer bytes are its slots and the counter', (optimizer) => {
    const slots = { adam: 2, adamw: 2, momentum: 1, sgd: 0 }[optimizer];
    const { report } = fitting({ optimizer });
    expect(report.bytes.optimizer).toBe(slots * 4 * report.parameterCount + 16);
  });

  test('has a program for every slice of a full batch and of an epoch’s last one, and slices add up to the batch', () => {
    for (const batchSize of [1, 7, 100, 512, 700, 5000, 16_384]) {
      const { report, sliceProgram } = fitting({ batchSize, budgetMiB: 6 });
      expect(report.batch).toBe(Math.min(batchSize, 12_000));
      expect(report.slices.reduce((sum, { size, count }) => sum + size * count, 0)).toBe(report.batch);
      for (const { size } of report.slices) expect(sliceProgram.has(size)).toBe(true);
      expect(Math.max(...sliceProgram.keys())).toBe(report.microBatch);
      expect(sliceProgram.size).toBeLessThanOrEqual(4);
    }
  });

  test('has a program for every slice of what is left of an update, none larger than the others', () => {
    for (const rest of [1, 7, 333, 511]) {
      const config = { ...defaultConfig('fashion-mlp'), batchSize: 512, budgetMiB: 6 };
      const { run } = planner.plan(config, { rest });
      if (!run) throw new Error('It does not fit.');
      const { report, sliceProgram } = run;
      for (const { size } of balancedSlices(rest, report.microBatch)) expect(sliceProgram.has(size)).toBe(true);
      for (const { size } of report.slices) expect(sliceProgram.has(size)).toBe(true);
      expect(Math.max(...sliceProgram.keys())).toBe(report.microBatch);
    }
  });

  test('probes nothing above the batch or the data set', () => {
    for (const [batchSize, upperBound] of [
      [40, 40],
      [16_384, 12_000],
    ] as const) {
      const sizes = fitting({ batchSize }).report.considered.map(({ microBatch }) => microBatch);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(upperBound);
    }
  });

  test('takes the headroom off the budget', () => {
    const { report } = fitting({ budgetMiB: 8, headroom: 0.25 });
    expect(report.usableBytes).toBe(6 * 2 ** 20);
    expect(report.capacity).toBe(fitting({ budgetMiB: 6 }).report.capacity);
  });

  test('evaluates as many examples at once as a slice has, at no byte’s cost', () => {
    for (const budgetMiB of [4, 5, 6]) {
      const { report, evaluation, memory } = fitting({ budgetMiB });
      expect(report.evaluationMicroBatch).toBe(report.microBatch);
      expect(evaluation).toEqual({ type: 'fits', program: memory.programs.length - 1, microBatch: report.microBatch });
      expect(memory.programs.at(-1)?.commands.some(({ phase }) => phase === 'backward')).toBe(false);
    }
  });

  test('never evaluates more examples at once than there are', () => {
    const { report } = fitting({ batchSize: 4096, budgetMiB: 200 });
    expect(report.microBatch).toBe(4096);
    expect(report.evaluationMicroBatch).toBe(2000);
  });

  test('evaluation that does not fit changes no training size', () => {
    // 4,000 divides the 12,000 examples: one training program. Evaluation takes at most 2,000, with uniforms of its own.
    const config = { batchSize: 4000, microBatch: 4000 } as const;
    const { report: without } = planner.plan({ ...defaultConfig('fashion-mlp'), ...config, budgetMiB: 0 });
    const { report, evaluation } = fitting({ ...config, budgetMiB: without.peakBytes / 2 ** 20 });
    expect(report).toMatchObject({ microBatch: 4000, evaluationMicroBatch: 0, peakBytes: without.peakBytes });
    expect(evaluation).toMatchObject({ type: 'does-not-fit' });
  });

  test('equal configurations give equal plans', () => {
    expect(fitting({ seed: 5 }).report).toEqual(fitting({ seed: 5 }).report);
  });

  test.each(QUICK_WORKLOADS)('%s is pure: a second trace uploads the same constants, with dropout too', (workload) => {
    const small = { workload, batchSize: 4, microBatch: 2, budgetMiB: 1_048_576 };
    for (const dropout of [0, 0.5]) planner.requirePure(fitting({ ...small, dropout }));
  });
});

describe('a plan that does not fit', () => {
  test('says what one example needs, fixed bytes and bytes per example apart', () => {
    const { report, run } = planner.plan({ ...defaultConfig('fashion-mlp'), budgetMiB: 1 });
    expect(run).toBeUndefined();
    expect(report).toMatchObject({ verdict: 'does-not-fit', failure: { code: 'does-not-fit' } });
    expect(report.fixedBytes + report.bytesPerExample).toBe(report.peakBytes);
    // Four copies of the parameters: themselves, the sums, and two moments.
    expect(report.fixedBytes).toBeGreaterThan(16 * report.parameterCount);
    expect(report.considered.map(({ microBatch }) => microBatch)).toEqual([512, 1]);
  });

  test('a fixed size that does not fit is not changed', () => {
    const config = { ...defaultConfig('fashion-mlp'), microBatch: 512, budgetMiB: 5 };
    const { report, run } = planner.plan(config);
    expect(run).toBeUndefined();
    expect(report.considered.map(({ microBatch }) => microBatch)).toEqual([512]);
    expect(report).toMatchObject({
      failure: {
        message: expect.stringContaining('A micro-batch of 512 needs'),
        remedy: expect.stringContaining('auto'),
      },
    });
  });

  test('a budget that holds the slice but not the run’s other programs names what the run needs', () => {
    // Slices of 100 and 99, and 60 for an epoch's last 60 examples: more uniforms than one slice of 100.
    const config = { ...defaultConfig('fashion-mlp'), batchSize: 199, microBatch: 100 };
    const { report } = planner.plan({ ...config, budgetMiB: 64 });
    const single = planner.plan({ ...config, budgetMiB: 0 }).report.considered[0]?.peakBytes ?? 0;
    expect(report.peakBytes).toBeGreaterThan(single);
    const short = planner.plan({ ...config, budgetMiB: single / 2 ** 20 }).report;
    expect(short).toMatchObject({ verdict: 'does-not-fit', usableBytes: single });
    expect(short.peakBytes).toBeGreaterThan(single);
  });
});

describe('a size that the device refused', () => {
  test('is not planned again, nor any above it', () => {
    const config = { ...defaultConfig('fashion-mlp'), batchSize: 64, budgetMiB: 64 };
    const { report } = planner.plan(config, { refusedFrom: 20 });
    expect(report).toMatchObject({ verdict: 'fits', capacity: 19, accumulationSteps: 4 });
    expect(report.considered.find(({ microBatch }) => microBatch === 20)?.verdict.type).toBe('out-of-memory');
    expect(report.reason).toContain('refused by the device for lack of memory');
  });

  test('of one example leaves nothing', () => {
    const config = { ...defaultConfig('fashion-mlp'), batchSize: 64, budgetMiB: 64 };
    expect(planner.plan(config, { refusedFrom: 1 }).run).toBeUndefined();
  });
});
