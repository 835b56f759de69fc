import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-core/dist/register_all_gradients';
import { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import { initialValues } from '../../../src/engine/training/initial-parameters.ts';
import { BENCH_ADAM, BENCH_SEED, type BenchedStep, type Contender, type StepResult } from './contender.ts';
import { CLASSES, EXAMPLE_SHAPE, stepInputs } from './step-inputs.ts';
import { STOCK_MODELS } from './stock-models.ts';

/** tfjs settings that depart from its own defaults; one realm keeps them for its life. */
export type TfjsFlags = Readonly<Record<string, number | boolean>>;

/**
 * Stock TensorFlow.js on the device that it opens by itself: `tf.train.adam` and `optimizer.minimize`, operations one
 * by one. It computes loss, gradients and update, and no accuracy and no gradient norm, which the engine does compute.
 */
export async function openEagerContender({ workload, microBatch }: BenchedStep, flags: TfjsFlags): Promise<Contender> {
  tf.env().setFlags({ ...flags });
  if (!(await tf.setBackend('webgpu'))) throw new Error('tfjs does not start its WebGPU backend.');
  const backend = tf.backend();
  if (!(backend instanceof WebGPUBackend)) throw new Error('tfjs runs on another backend than WebGPU.');
  const { device } = backend;
  const errors: string[] = [];
  device.addEventListener('uncapturederror', ({ error }) => errors.push(error.message));

  const { parameters, forward } = STOCK_MODELS[workload];
  const variables = parameters.map((spec) =>
    tf.variable(tf.tensor(initialValues(spec, BENCH_SEED), [...spec.shape]), true, spec.name),
  );
  const { learningRate, beta1, beta2, epsilon } = BENCH_ADAM;
  const optimizer = tf.train.adam(learningRate, beta1, beta2, epsilon);
  const inputs = stepInputs(microBatch);

  return {
    async step(): Promise<StepResult> {
      await device.queue.onSubmittedWorkDone();
      const startMs = performance.now();
      const examples = tf.tensor4d(inputs.examples, [microBatch, ...EXAMPLE_SHAPE]);
      const labels = tf.tensor1d(inputs.labels, 'int32');
      // tfjs uploads at first use, which is inside the step; done ahead of it, the two can be told apart.
      backend.uploadToGPU(examples.dataId);
      backend.uploadToGPU(labels.dataId);
      const uploadedMs = performance.now();
      const cost = optimizer.minimize(
        () => {
          const oneHot = tf.cast(tf.oneHot(labels, CLASSES), 'float32');
          return tf.losses.softmaxCrossEntropy(oneHot, forward(variables, examples));
        },
        true,
        variables,
      );
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

/** Submits what tfjs keeps back until fifteen dispatches have come together. */
function submitRest(backend: WebGPUBackend): void {
  backend.endComputePassEncoder();
  backend.ensureCommandEncoderReady();
  backend.submitQueue();
}

async function lossOf(cost: tf.Scalar | null): Promise<number> {
  if (!cost) throw new Error('tfjs returned no loss.');
  const [loss] = await cost.data();
  cost.dispose();
  return loss ?? Number.NaN;
}
