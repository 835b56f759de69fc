import * as tf from '@tensorflow/tfjs-core';
import type { NamedTensors } from './model.ts';

/** x · kernel + bias in one kernel: x [m, in], `<name>/kernel` [in, out], `<name>/bias` [out] → [m, out]. */
export function dense(parameters: NamedTensors, name: string, x: tf.Tensor): tf.Tensor {
  return tf.fused.matMul({
    a: x as tf.Tensor2D,
    b: parameters.get(`${name}/kernel`) as tf.Tensor2D,
    bias: parameters.get(`${name}/bias`),
  });
}
