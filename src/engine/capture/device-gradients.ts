import * as tf from '@tensorflow/tfjs-core';
import { spread } from '../kernels/spread.ts';

/**
 * tfjs's own gradients of `sum` and `mean` upload an array of ones as large as their input from the host: 1.4 GiB a
 * step for ResNet-152 at eight images. These repeat dy on the device, with the same result to the bit.
 */
export function registerDeviceGradients(): void {
  replaceGradient(tf.Sum, ({ dy, x, axes }) => ({ x: () => spread(dy, x.shape, axes, 'sum') }));
  replaceGradient(tf.Mean, ({ dy, x, axes }) => ({ x: () => spread(dy, x.shape, axes, 'mean') }));
}

interface ReductionGradient {
  readonly dy: tf.Tensor;
  readonly x: tf.Tensor;
  readonly axes: readonly number[];
}

function replaceGradient(kernelName: string, gradient: (g: ReductionGradient) => { x: () => tf.Tensor }): void {
  tf.unregisterGradient(kernelName);
  tf.registerGradient({
    kernelName,
    inputsToSave: ['x'],
    gradFunc: (dy, saved, attributes) => {
      const [x] = saved;
      if (!x || Array.isArray(dy)) throw new Error(`The gradient of ${kernelName} needs one input and one output.`);
      const axes = tf.util.parseAxisParam((attributes as { axis: number | number[] }).axis, x.shape);
      return gradient({ dy, x, axes });
    },
  });
}
