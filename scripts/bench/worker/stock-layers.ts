import * as tf from '@tensorflow/tfjs-core';
import type { Initializer, ParameterSpec } from '../../../src/engine/training/initial-parameters.ts';

/** A network as anyone would write it with TensorFlow.js alone. */
export interface StockModel {
  readonly parameters: readonly ParameterSpec[];
  /** Logits [m · targets, classes] of examples [m, …]. */
  forward(parameters: StockParameters, examples: tf.Tensor): tf.Tensor2D;
}

/** A parameter's tensor by its name. */
export type StockParameters = (name: string) => tf.Tensor;

/** Kernel [in, out] or filter [height, width, in, out], and bias [out]. */
export function layerSpecs(
  name: string,
  shape: readonly number[],
  initializer: Initializer,
  bias: Initializer = 'zeros',
): ParameterSpec[] {
  return [
    { name: `${name}/kernel`, shape, initializer },
    { name: `${name}/bias`, shape: [shape.at(-1) ?? 0], initializer: bias },
  ];
}

/** x · kernel + bias: x [rows, in] → [rows, out]. */
export function stockDense(parameters: StockParameters, name: string, x: tf.Tensor): tf.Tensor2D {
  const product = tf.matMul(x as tf.Tensor2D, parameters(`${name}/kernel`) as tf.Tensor2D);
  return tf.add(product, parameters(`${name}/bias`));
}
