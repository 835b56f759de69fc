import { beforeAll, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import { liveBytes } from '../../../../src/core/program/live-bytes.ts';
import type { StepProgram } from '../../../../src/core/program/step-program.ts';
import { Tracer } from '../../../../src/engine/capture/tracer.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { charLm } from '../../../../src/engine/models/charlm.ts';
import { createPlanner } from '../../../../src/engine/planning/plan-training.ts';
import { traceTrainingSlice } from '../../../../src/engine/planning/trace-slice.ts';
import { initialValues, parameterSize } from '../../../../src/engine/training/initial-parameters.ts';
import { WORKLOADS, type Workload } from '../../../../src/engine/workload.ts';

const { model } = WORKLOADS.charlm;

function initial(name: string): Float32Array {
  const spec = model.parameters.find((parameter) => parameter.name === name);
  if (!spec) throw new Error(`No parameter ${name}.`);
  return initialValues(spec, 1);
}

function deviation(values: Float32Array): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
}

describe('charlm', () => {
  // Table 81·128, positions 128·128, four blocks of 12 matrices 128·128 and 13 vectors of 128, a norm of two vectors, and
  // the output 128·81: 10,368 + 16,384 + 4 · (196,608 + 1,664) + 256 + 10,368.
  test('has 830,464 parameters', () => {
    expect(model.parameters.reduce((sum, spec) => sum + parameterSize(spec), 0)).toBe(830_464);
  });

  // Deviation 0.02, and where a branch ends 0.02 / √8 = 0.00707.
  test('starts as GPT-2 does', () => {
    expect(deviation(initial('block1/expand/kernel'))).toBeCloseTo(0.02, 3);
    expect(deviation(initial('block4/contract/kernel'))).toBeCloseTo(0.00707, 4);
    expect(deviation(initial('block4/attention-output/kernel'))).toBeCloseTo(0.00707, 4);
    expect(new Set(initial('norm/gain'))).toEqual(new Set([1]));
    expect(new Set(initial('block2/query-key-value/bias'))).toEqual(new Set([0]));
  });
});

describe('a slice of charlm, traced', () => {
  let tracer: Tracer;
  beforeAll(async () => {
    tracer = await Tracer.create(DEFAULT_LIMITS);
  });
  const trace = (examples: number, workload: Workload = WORKLOADS.charlm): StepProgram =>
    traceTrainingSlice(tracer, workload, examples, 0);
  const bytesPerExample = (workload?: Workload): number => {
    const [few = Number.NaN, many = Number.NaN] = [8, 40].map((size) => liveBytes(trace(size, workload)).peakBytes);
    return (many - few) / 32;
  };

  /**
   * Of each block an example keeps 128 rows of 10 · 128 floats (its input, queries, keys and values, their mixture, the
   * sum with the input, 4 · 128 hidden) and 8 numbers a row: 659,456 bytes, 2,637,824 in all. Going back begins with the
   * gradient by the last block's result and its hidden rows after GELU: 65,536 and 262,144 bytes more.
   */
  test('takes 2,965,504 bytes an example, of which 2,637,824 are kept for the backward pass', () => {
    expect(bytesPerExample()).toBe(2_965_504);
  });

  test('takes twice the bytes with twice the context, as attention keeps nothing of steps · steps', () => {
    const model = charLm({ vocabulary: 81, layers: 4, width: 128, heads: 4, context: 256 });
    const longer = { ...WORKLOADS.charlm, model, exampleShape: [256], targetsPerExample: 256 };
    expect(bytesPerExample(longer)).toBe(2 * 2_965_504);
  });

  test('uploads nothing but the gradient of the loss, one float', () => {
    const uploaded = trace(5).buffers.flatMap(({ role }) =>
      role.type === 'constant' && role.usage === 'storage' ? [role.data.byteLength] : [],
    );
    expect(uploaded).toEqual([4]);
  });
});

test('charlm as it starts: the batch of 256 is cut, in at most 1.05 times the bytes that are alive at once', async () => {
  const planner = await createPlanner(DEFAULT_LIMITS, () => 0);
  const { report } = planner.plan(defaultConfig('charlm'));
  if (report.verdict !== 'fits') throw new Error(report.reason);
  expect(report.parameterCount).toBe(830_464);
  expect(report.accumulationSteps).toBeGreaterThan(1);
  expect(report.microBatch).toBeGreaterThanOrEqual(32);
  expect(report.peakBytes / report.lowerBoundBytes).toBeLessThan(1.05);
});
