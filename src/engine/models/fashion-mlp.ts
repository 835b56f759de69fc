import * as tf from '@tensorflow/tfjs-core';
import { relu } from '../kernels/relu.ts';
import { dense } from './dense.ts';
import type { Model } from './model.ts';

const WIDTHS = [784, 256, 128, 10] as const;

/** 784-256-128-10 with ReLU: 235,146 parameters. Examples are [m, 28, 28, 1]. */
export const fashionMlp: Model = {
  parameters: WIDTHS.slice(1).flatMap((width, layer) => [
    { name: `dense${layer + 1}/kernel`, shape: [WIDTHS[layer] ?? 0, width], initializer: 'he-uniform' as const },
    { name: `dense${layer + 1}/bias`, shape: [width], initializer: 'zeros' as const },
  ]),
  forward(parameters, examples, context) {
    let x: tf.Tensor = tf.reshape(examples, [-1, WIDTHS[0]]); // [m, 784]
    x = relu(dense(parameters, 'dense1', x)); // [m, 256]
    x = context.dropout(x, 1);
    x = relu(dense(parameters, 'dense2', x)); // [m, 128]
    x = context.dropout(x, 2);
    return dense(parameters, 'dense3', x); // [m, 10]
  },
};
