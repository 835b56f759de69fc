import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-core/dist/register_all_gradients';
import { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import { initialValues } from '../../../src/engine/training/initial-parameters.ts';
import { BENCH_ADAM, BENCH_SEED, type BenchedStep, type Contender, type StepResult } from './contender.ts';
import { stepInputs } from './step-inputs.ts';
import { stepShape } from './step-shapes.ts';
import type { StockModel } from './stock-layers.ts';
import { STOCK_MODELS } from './stock-models.ts';
import { type StockVariables, stockStep, submitRest } from './stock-step.ts';

/** tfjs settings that depart from its own defaults; one realm keeps them for its life. */
export type TfjsFlags = Readonly<Record<string, number | boolean>>;

/**
 * Stock TensorFlow.js on the device that it opens by itself: `tf.train.adam` and `optimizer.minimize`, operations one
 * by one. It computes loss, gradients and update, and no accuracy, gradient norm or running statistics, which the engine
 * does compute.
 */
export async function openEagerContender(benched: BenchedStep, flags: TfjsFlags): Promise<Contender> {
  tf.env().setFlags({ ...flags });
  if (!(await tf.setBackend('webgpu'))) throw new Error('tfjs does not start its WebGPU backend.');
  const backend = tf.backend();
  if (!(backend instanceof WebGPUBackend)) throw new Error('tfjs runs on another backend than WebGPU.');
  const { device } = backend;
  const errors: string[] = [];
  device.addEventListener('uncapturederror', ({ error }) => errors.push(error.message));

  const model = STOCK_MODELS[benched.workload];
  const variables = stockVariables(model);
  const { learningRate, beta1, beta2, epsilon } = BENCH_ADAM;
  const optimizer = tf.train.adam(learningRate, beta1, beta2, epsilon);
  const inputs = stepInputs(benched);
  const { exampleShape, tokens, classes } = stepShape(benched);
  const type = tokens > 0 ? 'int32' : 'float32';

  return {
    async step(): Promise<StepResult> {
      await device.queue.onSubmittedWorkDone();
      const startMs = performance.now();
      const examples = tf.tensor(inputs.examples, [benched.microBatch, ...exampleShape], type);
      const labels = tf.tensor1d(inputs.labels, 'int32');
      // tfjs uploads at first use, which is inside the step; done ahead of it, the two can be told apart.
      backend.uploadToGPU(examples.dataId);
      backend.uploadToGPU(labels.dataId);
      const uploadedMs = performance.now();
      const cost = stockStep(model, variables, optimizer, { examples, labels, classes });
      submitRest(backend);
      const submittedMs = performance.now();
      await device.queue.onSubmittedWorkDone();
      const doneMs = performance.now();
      const loss = await lossOf(cost);
      tf.dispose([examples, labels]);
      if (errors.length > 0) throw new Error(`The device of tfjs reports: ${errors.join('; ')}`);
      return {
        javaScriptMs: submittedMs - uploadedMs,
        javaScriptWithInputsMs: submittedMs - startMs,
        wholeMs: doneMs - startMs,
        loss,
      };
    },
  };
}

/** Variables with the seeded initial values, in the order of the model's parameters. */
function stockVariables({ parameters }: StockModel): StockVariables {
  return new Map(
    parameters.map((spec) => [
      spec.name,
      tf.variable(tf.tensor(initialValues(spec, BENCH_SEED), [...spec.shape]), true, spec.name),
    ]),
  );
}

async function lossOf(cost: tf.Scalar): Promise<number> {
  const [loss] = await cost.data();
  cost.dispose();
  return loss ?? Number.NaN;
}
