import type { Scalar, Tensor } from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { WorkloadId } from '../../../src/core/config/training-config.ts';
import { createPrng } from '../../../src/core/prng.ts';
import { STEP_BLOCK_WORDS, writeStepBlock } from '../../../src/core/step-block.ts';
import { sampleKeyedDropout } from '../../../src/engine/kernels/sample-keyed-dropout.ts';
import { classificationLoss } from '../../../src/engine/models/classification-loss.ts';
import { accumulatorName, METRICS_NAME } from '../../../src/engine/planning/buffer-names.ts';
import { initialValues } from '../../../src/engine/training/initial-parameters.ts';
import { SliceInputs } from '../../../src/engine/training/slice-inputs.ts';
import { uploadInitialParameters } from '../../../src/engine/training/upload-parameters.ts';
import { WORKLOADS } from '../../../src/engine/workload.ts';
import { withEagerBackend } from '../eager-backend.ts';
import { compile, openEngine, readFloats, type TestEngine, testConfig } from '../engine/engine-harness.ts';
import { noStatistics } from '../models/traced-loss.ts';

type TensorFlow = typeof import('@tensorflow/tfjs-core');

interface Step {
  readonly workload: WorkloadId;
  readonly microBatch: number;
  readonly dropout: number;
}

interface StepResult {
  readonly loss: number;
  /** By parameter. */
  readonly gradients: ReadonlyMap<string, Float32Array>;
}

const POSITION = { seed: 7, update: 3, firstExample: 5 };

const STEPS: readonly Step[] = (['fashion-mlp', 'fashion-convnet'] as const).flatMap((workload) => [
  { workload, microBatch: 1, dropout: 0 },
  { workload, microBatch: 7, dropout: 0.25 },
  { workload, microBatch: 32, dropout: 0 },
]);

/** Inputs of a slice in the middle of a batch; weights differ, so that a wrong one shows. */
function inputsOf({ workload, microBatch }: Step): SliceInputs {
  const { classes } = WORKLOADS[workload];
  const inputs = new SliceInputs(microBatch, WORKLOADS[workload]);
  const prng = createPrng(1, workload, `${microBatch}`);
  const { values, labels, weights } = inputs.staging;
  for (let i = 0; i < values.length; i += 1) values[i] = prng.nextFloat();
  for (let i = 0; i < microBatch; i += 1) {
    labels[i] = Math.floor(prng.nextFloat() * classes);
    weights[i] = (1 + prng.nextFloat()) / 50;
  }
  return inputs;
}

/** The step traced, passed, planned and compiled as for training, its accumulators at zero. */
async function replay(engine: TestEngine, step: Step): Promise<StepResult> {
  const { workload, microBatch, dropout } = step;
  const config = testConfig(workload, { batchSize: microBatch, microBatch, dropout });
  const { plan, executable } = await compile(engine, config);
  const { model } = WORKLOADS[workload];
  const { device } = engine.memory;
  uploadInitialParameters(device.queue, executable, model, config.seed);
  inputsOf(step).upload(device.queue, executable, microBatch, POSITION);
  const encoder = device.createCommandEncoder();
  executable.encode(encoder, plan.sliceProgram.get(microBatch) ?? -1);
  device.queue.submit([encoder.finish()]);
  const gradients = new Map<string, Float32Array>();
  for (const { name } of model.parameters) {
    gradients.set(name, await readFloats(engine, executable.buffer(accumulatorName(name))));
  }
  const [loss = Number.NaN] = await readFloats(engine, executable.buffer(METRICS_NAME));
  executable.destroy();
  engine.watch.check();
  return { loss, gradients };
}

/** The same step by tfjs alone: its tape, its kernels, its buffers. */
async function eager(tf: TensorFlow, step: Step): Promise<StepResult> {
  const { workload, microBatch, dropout } = step;
  const { model, exampleShape } = WORKLOADS[workload];
  const { staging } = inputsOf(step);
  const examples = tf.tensor(staging.values, [microBatch, ...exampleShape]);
  const labels = tf.tensor(staging.labels, [microBatch], 'int32');
  const weights = tf.tensor(staging.weights, [microBatch]);
  const block = new Int32Array(STEP_BLOCK_WORDS);
  writeStepBlock(block, POSITION);
  const position = tf.tensor(block, [STEP_BLOCK_WORDS], 'int32');
  const names = model.parameters.map(({ name }) => name);
  const parameters = model.parameters.map((spec) => tf.tensor(initialValues(spec, 1), [...spec.shape]));
  const lossOf = (...values: Tensor[]): Scalar => {
    const logits = model.forward({ get: (name) => values[names.indexOf(name)] as Tensor }, examples, {
      training: true,
      recomputation: 'layers' as const,
      remake: <T>(make: () => T) => make(),
      dropout: (x, layer) => (dropout > 0 ? sampleKeyedDropout(x, position, layer, dropout) : x),
      batchMoments: noStatistics,
    });
    return classificationLoss(logits, labels, weights).loss;
  };
  const { value, grads } = tf.valueAndGrads(lossOf)(parameters);
  const [loss = Number.NaN] = await value.data();
  const gradients = new Map<string, Float32Array>();
  for (const [i, name] of names.entries()) {
    gradients.set(name, Float32Array.from((await grads[i]?.data()) ?? []));
  }
  return { loss, gradients };
}

/** Positions at which two arrays differ. −0 equals 0: an accumulator holds 0 + g. */
function differences(a: Float32Array, b: Float32Array): number {
  return a.reduce((count, value, i) => count + (value === b[i] ? 0 : 1), Math.abs(a.length - b.length));
}

describe('replay equals eager tfjs to the bit, loss and every gradient', () => {
  const replayed = new Map<Step, StepResult>();
  const computed = new Map<Step, StepResult>();

  // One device after another: the tracer and the eager backend take turns as tfjs's backend.
  beforeAll(async () => {
    const engine = await openEngine();
    for (const step of STEPS) replayed.set(step, await replay(engine, step));
    engine.destroy();
    await withEagerBackend(async (tf) => {
      for (const step of STEPS) computed.set(step, await eager(tf, step));
    });
  }, 600_000);

  test.each(STEPS)('$workload, $microBatch examples, dropout $dropout', (step) => {
    const actual = replayed.get(step);
    const expected = computed.get(step);
    if (!actual || !expected) throw new Error('A step was not computed.');
    expect(actual.loss).toBe(expected.loss);
    expect(expected.loss).toBeGreaterThan(0);
    expect([...expected.gradients.keys()]).toEqual([...actual.gradients.keys()]);
    for (const [name, gradient] of expected.gradients) {
      expect(
        gradient.some((value) => value !== 0),
        `${name} has a gradient`,
      ).toBe(true);
      expect(differences(actual.gradients.get(name) ?? new Float32Array(), gradient), name).toBe(0);
    }
  });
});
