import type { Tensor2D } from '@tensorflow/tfjs-core';
import { describe, expect, test } from 'vitest';
import { searchCapacity } from '../../../../src/core/batch/micro-batch-search.ts';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import type { TrainingConfig } from '../../../../src/core/config/training-config.ts';
import { planMemory, planVerdict } from '../../../../src/core/program/memory-plan.ts';
import type { DeviceLimits, PlanReport } from '../../../../src/core/program/plan-report.ts';
import { Tracer } from '../../../../src/engine/capture/tracer.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { dense } from '../../../../src/engine/models/dense.ts';
import { createPlanner } from '../../../../src/engine/planning/plan-training.ts';
import { traceTrainingSlice } from '../../../../src/engine/planning/trace-slice.ts';
import { WORKLOADS, type Workload } from '../../../../src/engine/workload.ts';
import { deviceLimits } from '../../core/program/device-limits.ts';

async function planWith(limits: Partial<DeviceLimits>, changes: Partial<TrainingConfig>): Promise<PlanReport> {
  const planner = await createPlanner({ ...DEFAULT_LIMITS, ...limits }, () => 0);
  return planner.plan({ ...defaultConfig('fashion-convnet'), batchSize: 512, budgetMiB: 1024, ...changes }).report;
}

/** 256,000 floats an example, 1,024,000 bytes, as in tfjs#6507; a model of one dense layer. */
const WIDE: Workload = {
  ...WORKLOADS['fashion-mlp'],
  exampleShape: [256_000],
  model: {
    parameters: [
      { name: 'dense/kernel', shape: [256_000, 10], initializer: 'he-uniform' },
      { name: 'dense/bias', shape: [10], initializer: 'zeros' },
    ],
    forward: (parameters, examples) => dense(parameters, 'dense', examples as Tensor2D),
  },
};

describe('the binding limit', () => {
  test('at 1,024,000 bytes an example and 128 MiB a binding, 131 fit and 132 are refused with both numbers', async () => {
    const limits = deviceLimits();
    const tracer = await Tracer.create(limits);
    const probe = (microBatch: number) => {
      const plan = planMemory([traceTrainingSlice(tracer, WIDE, microBatch, 0)], [], limits);
      return { peakBytes: plan.peakBytes, verdict: planVerdict(plan, 2 ** 40, limits) };
    };
    expect(probe(131).verdict).toEqual({ type: 'fits' });
    expect(probe(132).verdict).toEqual({
      type: 'over-limit',
      limit: 'maxStorageBufferBindingSize',
      asked: 132 * 1_024_000,
      allowed: 134_217_728,
    });
    const { capacity, considered } = searchCapacity({ upperBound: 512, budgetBytes: 2 ** 40, probe, now: () => 0 });
    expect(capacity).toBe(131);
    // The whole batch, one example, what the refused demand predicts, and its successor.
    expect(considered.map(({ microBatch }) => microBatch)).toEqual([512, 1, 131, 132]);
  });

  test('cuts a batch of the convnet at the size at which its largest value passes the limit', async () => {
    const whole = await planWith({}, { batchSize: 200, microBatch: 200 });
    if (whole.verdict !== 'fits') throw new Error(whole.reason);
    const bytesPerExample = whole.largestBindingBytes / 200;
    const allowed = Math.floor(131.5 * bytesPerExample);
    const limits = { maxStorageBufferBindingSize: allowed };
    expect(await planWith(limits, {})).toMatchObject({ verdict: 'fits', capacity: 131, accumulationSteps: 4 });
    const refused = await planWith(limits, { microBatch: 132 });
    expect(refused.considered).toMatchObject([
      {
        microBatch: 132,
        verdict: { type: 'over-limit', limit: 'maxStorageBufferBindingSize', asked: 132 * bytesPerExample, allowed },
      },
    ]);
    expect(refused).toMatchObject({
      verdict: 'does-not-fit',
      failure: {
        code: 'over-limit',
        message: expect.stringMatching(
          /^A micro-batch of 132 exceeds the device’s maxStorageBufferBindingSize: .* asked/,
        ),
        remedy: expect.stringContaining('Set the micro-batch to auto'),
      },
    });
  });
});

describe('other limits', () => {
  test('a buffer limit binds like the binding limit, and is named', async () => {
    const report = await planWith({ maxBufferSize: 8 * 2 ** 20 }, {});
    if (report.verdict !== 'fits') throw new Error(report.reason);
    expect(report.largestBufferBytes).toBeLessThanOrEqual(8 * 2 ** 20);
    const next = report.considered.find(({ microBatch }) => microBatch === report.capacity + 1);
    expect(next?.verdict).toMatchObject({ type: 'over-limit', limit: 'maxBufferSize', allowed: 8 * 2 ** 20 });
  });

  test('too many workgroups in one dimension is over the limit too, with both numbers', async () => {
    const allowed = 128;
    const [maxBufferSize, maxStorageBufferBindingSize] = [2 ** 40, 2 ** 40];
    const limits = { maxBufferSize, maxStorageBufferBindingSize, maxComputeWorkgroupsPerDimension: allowed };
    const changes = { workload: 'charlm', batchSize: 16_384, budgetMiB: 2 ** 20 } as const;
    expect(await planWith(limits, { ...changes, microBatch: 64 })).toMatchObject({ verdict: 'fits', capacity: 64 });
    const refused = await planWith(limits, { ...changes, microBatch: 4096 });
    expect(refused).toMatchObject({ verdict: 'does-not-fit', failure: { code: 'over-limit' } });
    const [size] = refused.considered;
    const limit = 'maxComputeWorkgroupsPerDimension';
    expect(size).toMatchObject({ microBatch: 4096, verdict: { type: 'over-limit', limit, allowed } });
    expect(size?.verdict.type === 'over-limit' && size.verdict.asked).toBeGreaterThan(allowed);
  });

  test('a limit that one example exceeds leaves nothing, and no budget helps', async () => {
    const report = await planWith({ maxStorageBufferBindingSize: 1024 }, {});
    expect(report).toMatchObject({
      verdict: 'does-not-fit',
      failure: { code: 'over-limit', remedy: expect.stringContaining('no memory budget changes it') },
    });
  });
});
