/**
 * The workloads as anyone would write them with TensorFlow.js alone: nothing of the engine's models or kernels is
 * imported, so that no gradient or kernel is replaced in this realm. A test compares the parameters with the engine's.
 */
import * as tf from '@tensorflow/tfjs-core';
import type { ParameterSpec } from '../../../src/engine/training/initial-parameters.ts';
import type { BenchedWorkload } from './contender.ts';

export interface StockModel {
  readonly parameters: readonly ParameterSpec[];
  /** Logits [m, 10] of examples [m, 28, 28, 1]; parameters in the order above. */
  forward(parameters: readonly tf.Tensor[], examples: tf.Tensor4D): tf.Tensor2D;
}

export const STOCK_MODELS: Readonly<Record<BenchedWorkload, StockModel>> = {
  'fashion-mlp': {
    parameters: [...layer('dense1', [784, 256]), ...layer('dense2', [256, 128]), ...layer('dense3', [128, 10])],
    forward([kernel1, bias1, kernel2, bias2, kernel3, bias3], examples) {
      let x: tf.Tensor = tf.reshape(examples, [-1, 784]);
      x = tf.relu(dense(x, kernel1, bias1)); // [m, 256]
      x = tf.relu(dense(x, kernel2, bias2)); // [m, 128]
      return dense(x, kernel3, bias3); // [m, 10]
    },
  },
  'fashion-convnet': {
    parameters: [
      ...layer('conv1', [5, 5, 1, 24]),
      ...layer('conv2', [3, 3, 24, 32]),
      ...layer('dense1', [800, 128]),
      ...layer('dense2', [128, 10]),
    ],
    forward([filter1, bias1, filter2, bias2, kernel1, bias3, kernel2, bias4], examples) {
      let x = convolvePool(examples, filter1, bias1); // [m, 12, 12, 24]
      x = convolvePool(x, filter2, bias2); // [m, 5, 5, 32]
      const features = tf.relu(dense(tf.reshape(x, [-1, 800]), kernel1, bias3)); // [m, 128]
      return dense(features, kernel2, bias4); // [m, 10]
    },
  },
};

function layer(name: string, shape: readonly number[]): ParameterSpec[] {
  return [
    { name: `${name}/kernel`, shape, initializer: 'he-uniform' },
    { name: `${name}/bias`, shape: [shape.at(-1) ?? 0], initializer: 'zeros' },
  ];
}

function dense(x: tf.Tensor, kernel: tf.Tensor | undefined, bias: tf.Tensor | undefined): tf.Tensor2D {
  return tf.add(tf.matMul(x as tf.Tensor2D, given(kernel) as tf.Tensor2D), given(bias));
}

function convolvePool(x: tf.Tensor4D, filter: tf.Tensor | undefined, bias: tf.Tensor | undefined): tf.Tensor4D {
  const convolved = tf.conv2d(x, given(filter) as tf.Tensor4D, 1, 'valid');
  return tf.relu(tf.maxPool(tf.add(convolved, given(bias)) as tf.Tensor4D, 2, 2, 'valid'));
}

function given(parameter: tf.Tensor | undefined): tf.Tensor {
  if (!parameter) throw new Error('A parameter is missing.');
  return parameter;
}
