import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import * as tf from '@tensorflow/tfjs-core';
import type { StockModel, StockParameters } from './stock-layers.ts';

export type StockVariables = ReadonlyMap<string, tf.Variable>;

/** What a step of stock tfjs learns from. */
export interface StockInputs {
  readonly examples: tf.Tensor; // [m, …example]
  readonly labels: tf.Tensor1D; // int32 [m · targets]
  readonly classes: number;
}

/** Forward, backward and one update, operations one by one; returns the loss before the update. */
export function stockStep(
  { forward }: StockModel,
  variables: StockVariables,
  optimizer: tf.Optimizer,
  { examples, labels, classes }: StockInputs,
): tf.Scalar {
  const parameters: StockParameters = (name) => {
    const variable = variables.get(name);
    if (!variable) throw new Error(`There is no parameter ${name}.`);
    return variable;
  };
  const loss = optimizer.minimize(
    () => {
      const oneHot = tf.cast(tf.oneHot(labels, classes), 'float32');
      return tf.losses.softmaxCrossEntropy(oneHot, forward(parameters, examples));
    },
    true,
    [...variables.values()],
  );
  if (!loss) throw new Error('tfjs returned no loss.');
  return loss;
}

/** Submits what tfjs keeps back until fifteen dispatches have come together. */
export function submitRest(backend: WebGPUBackend): void {
  backend.endComputePassEncoder();
  backend.ensureCommandEncoderReady();
  backend.submitQueue();
}
