import { beforeAll, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import type { TrainingConfig } from '../../../../src/core/config/training-config.ts';
import { planMemory } from '../../../../src/core/program/memory-plan.ts';
import { Tracer } from '../../../../src/engine/capture/tracer.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { ProgramLibrary } from '../../../../src/engine/planning/program-library.ts';
import { type DatasetSizes, TrainingPlanner } from '../../../../src/engine/planning/training-planner.ts';
import { WORKLOADS } from '../../../../src/engine/workload.ts';

const GIB = 2 ** 30;
const TIMEOUT_MS = 60_000;

let library: ProgramLibrary;
let planner: TrainingPlanner;
beforeAll(async () => {
  library = new ProgramLibrary(await Tracer.create(DEFAULT_LIMITS));
  planner = new TrainingPlanner(library, () => 0);
});

describe('ResNet-152', () => {
  test('eight images of 224 × 224: activations and workspace under 1.2 GiB, where eager tfjs needs 10', {
    timeout: TIMEOUT_MS,
  }, () => {
    const slice = library.trainingSlice(WORKLOADS['resnet152-224'], 8, 0);
    const { bytes, peakBytes, lowerBoundBytes } = planMemory([slice], [], DEFAULT_LIMITS);
    expect(bytes.activations + bytes.gradients + bytes.other).toBeLessThan(1.2 * GIB);
    expect(peakBytes).toBeLessThanOrEqual(1.05 * lowerBoundBytes);
  });

  test('a batch of 4,096 megapixel images in 24 GiB: at least seven at once, and eager tfjs not one', {
    timeout: TIMEOUT_MS,
  }, () => {
    const { report } = planner.plan(defaultConfig('resnet152-1024'));
    expect(report).toMatchObject({ batch: 4096, budgetBytes: 24 * GIB, verdict: 'fits' });
    if (report.verdict !== 'fits') throw new Error(report.reason);
    const { capacity, microBatch, slices } = report;
    expect(capacity).toBeGreaterThanOrEqual(7);
    expect(report.accumulationSteps).toBe(Math.ceil(4096 / capacity));
    expect(slices.reduce((sum, { size, count }) => sum + size * count, 0)).toBe(4096);
    const next = report.considered.find((size) => size.microBatch === capacity + 1);
    expect(next?.verdict.type).toBe('over-budget');
    expect(report.peakBytes).toBeLessThanOrEqual(1.05 * report.lowerBoundBytes);
    // One slice's images and no more: 12 MiB an example, and its label and weight.
    expect(report.bytes.inputs).toBe(microBatch * (12 * 2 ** 20 + 8));
  });
});

describe('batch normalisation needs two examples in every slice', () => {
  const plan = (changes: Partial<TrainingConfig>, sizes?: DatasetSizes) =>
    planner.plan({ ...defaultConfig('cifar-resnet20'), ...changes }, sizes ? { sizes } : {});
  const refusals: readonly (readonly [string, Partial<TrainingConfig>, DatasetSizes | undefined, string, string])[] = [
    ['a batch of one', { batchSize: 1 }, undefined, 'the batch has one', 'a batch of 2 examples'],
    ['a micro-batch of one', { microBatch: 1 }, undefined, 'the micro-batch is set to 1', 'micro-batch to 2 or more'],
    [
      'an odd batch in twos',
      { batchSize: 9, microBatch: 2 },
      undefined,
      'a batch of 9 over',
      'micro-batch to 3 or more',
    ],
    [
      'a last batch of one',
      { batchSize: 16 },
      { trainExamples: 33, testExamples: 4 },
      'an epoch’s last batch has one',
      'another batch size',
    ],
    ['a budget for one', { budgetMiB: 5 }, undefined, 'the budget holds one', 'raise the memory budget to at least'],
  ];
  test.each(refusals)('%s is refused with the reason and a remedy', (_, changes, sizes, reason, remedy) => {
    const { report, run } = plan(changes, sizes);
    expect(run).toBeUndefined();
    expect(report).toMatchObject({
      verdict: 'does-not-fit',
      reason: expect.stringContaining(reason),
      failure: { code: 'one-example-slices', remedy: expect.stringContaining(remedy) },
    });
  });

  test('an even batch in twos fits, and so do slices of one with group normalisation', () => {
    expect(plan({ batchSize: 8, microBatch: 2 }).report).toMatchObject({ verdict: 'fits', microBatch: 2 });
    expect(plan({ batchSize: 3, microBatch: 1, normalization: 'group' }).report).toMatchObject({
      verdict: 'fits',
      accumulationSteps: 3,
    });
  });
});
