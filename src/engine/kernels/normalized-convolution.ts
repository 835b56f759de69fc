import * as tf from '@tensorflow/tfjs-core';
import { type Again, keptOrAgain, savedUnless } from './kept-or-again.ts';
import { type Affine, applyNormalization, type Moments } from './normalization.ts';
import { normalizationGradient } from './normalization-gradient.ts';

/** How a filter moves over an image. */
export interface ConvolutionSteps {
  readonly stride: number;
  /** Pixels of zeros on every side. */
  readonly padding: number;
}

/**
 * Convolution without bias of ReLU(scale·x̂ + shift): `x` [m, height, width, in], `filter` [window, window, in, out].
 *
 * Its filter's gradient needs what the convolution reads. Where there is a way to make it `again`, `x` alone is kept and one
 * elementwise kernel of the backward pass makes it from that: half of what a chain of convolutions and normalisations
 * keeps otherwise.
 */
export function normalizedConvolution(
  x: tf.Tensor,
  { layout, moments }: Moments,
  { scale, shift }: Pick<Affine, 'scale' | 'shift'>,
  filter: tf.Tensor,
  steps: ConvolutionSteps,
  again: Again,
): tf.Tensor {
  const convolved = tf.customGrad((...values) => {
    const [input, scales, shifts, filters, save] = values as [
      tf.Tensor,
      tf.Tensor,
      tf.Tensor,
      tf.Tensor,
      tf.GradSaveFunc,
    ];
    const y = applyNormalization({ x: input, scale: scales, shift: shifts, moments, relu: true }, layout);
    save([input, scales, shifts, filters, moments, ...savedUnless(again, y)]);
    return {
      value: tf.conv2d(y as tf.Tensor4D, filters as tf.Tensor4D, steps.stride, steps.padding),
      gradFunc: (dz: tf.Tensor, saved: tf.Tensor[]) => {
        const [savedX, savedScale, savedShift, savedFilter, savedMoments, kept] = saved;
        if (!savedX || !savedScale || !savedShift || !savedFilter || !savedMoments) {
          throw new Error('The convolution saves five tensors at least.');
        }
        const read = { x: savedX, scale: savedScale, shift: savedShift, moments: savedMoments };
        const y = keptOrAgain(kept, again, () => applyNormalization({ ...read, relu: true }, layout));
        const filterGradient = run(tf.Conv2DBackpropFilter, { x: y, dy: dz }, steps, {
          filterShape: savedFilter.shape,
        });
        const dy = run(tf.Conv2DBackpropInput, { dy: dz, filter: savedFilter }, steps, { inputShape: savedX.shape });
        const gradient = normalizationGradient({ ...read, dy }, layout, true);
        return [gradient.x, gradient.scale, gradient.shift, filterGradient];
      },
    };
  });
  return convolved(x, scale, shift, filter);
}

function run(
  kernelName: string,
  inputs: tf.NamedTensorMap,
  { stride, padding }: ConvolutionSteps,
  shape: { readonly filterShape: number[] } | { readonly inputShape: number[] },
): tf.Tensor {
  const attributes = { strides: stride, pad: padding, dataFormat: 'NHWC', dimRoundingMode: null, ...shape };
  return tf.engine().runKernel(kernelName, inputs, attributes as unknown as tf.NamedAttrMap) as tf.Tensor;
}
