import * as tf from '@tensorflow/tfjs-core';
import { maxPoolRelu } from '../kernels/max-pool.ts';
import { relu } from '../kernels/relu.ts';
import { dense } from './dense.ts';
import type { Model, NamedTensors } from './model.ts';

/**
 * conv 24@5×5, max-pool 2, ReLU, conv 32@3×3, max-pool 2, ReLU, dense 128, ReLU, dense 10; no padding: 111,386
 * parameters. Examples are [m, 28, 28, 1].
 */
export const fashionConvnet: Model = {
  parameters: [
    { name: 'conv1/kernel', shape: [5, 5, 1, 24], initializer: 'he-uniform' },
    { name: 'conv1/bias', shape: [24], initializer: 'zeros' },
    { name: 'conv2/kernel', shape: [3, 3, 24, 32], initializer: 'he-uniform' },
    { name: 'conv2/bias', shape: [32], initializer: 'zeros' },
    { name: 'dense1/kernel', shape: [800, 128], initializer: 'he-uniform' },
    { name: 'dense1/bias', shape: [128], initializer: 'zeros' },
    { name: 'dense2/kernel', shape: [128, 10], initializer: 'he-uniform' },
    { name: 'dense2/bias', shape: [10], initializer: 'zeros' },
  ],
  forward(parameters, examples, context) {
    let x = convolvePool(parameters, 'conv1', examples); // [m, 12, 12, 24]
    x = convolvePool(parameters, 'conv2', x); // [m, 5, 5, 32]
    x = tf.reshape(x, [-1, 800]);
    x = relu(dense(parameters, 'dense1', x)); // [m, 128]
    x = context.dropout(x, 1);
    return dense(parameters, 'dense2', x); // [m, 10]
  },
};

function convolvePool(parameters: NamedTensors, name: string, x: tf.Tensor): tf.Tensor {
  const convolved = tf.fused.conv2d({
    x: x as tf.Tensor4D,
    filter: parameters.get(`${name}/kernel`) as tf.Tensor4D,
    strides: 1,
    pad: 'valid',
    bias: parameters.get(`${name}/bias`),
  });
  return maxPoolRelu(convolved, 2);
}
