import * as tf from '@tensorflow/tfjs-core';
import { gelu, geluGradient } from '../kernels/gelu.ts';
import { type Again, keptOrAgain, savedUnless } from '../kernels/kept-or-again.ts';
import { layerNormGradients, normalizeRows, rowStatistics } from '../kernels/layer-norm.ts';
import type { NamedTensors } from './model.ts';

/**
 * Dense layers of a transformer. Where a layer's input is made of another tensor element by element, the backward pass
 * needs both, and may make the input `again` instead of keeping it: one cheap kernel more, beside two matrix products,
 * for 4 · width bytes a row less.
 */

/** `x` [rows, in] · `<name>/kernel` [in, out] + `<name>/bias` [out] → [rows, out]. Keeps `x`. */
export function rowsDense(parameters: NamedTensors, name: string, x: tf.Tensor): tf.Tensor {
  const run = tf.customGrad((...inputs) => {
    const [input, kernel, bias, save] = inputs as [tf.Tensor, tf.Tensor, tf.Tensor, tf.GradSaveFunc];
    save([input, kernel]);
    return {
      value: product(input, kernel, bias),
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => {
        const [savedInput, savedKernel] = saved;
        if (!savedInput || !savedKernel) throw new Error('The layer saves its input and its kernel.');
        return [tf.matMul(dy, savedKernel, false, true), tf.matMul(savedInput, dy, true), tf.sum(dy, 0)];
      },
    };
  });
  return run(x, parameters.get(`${name}/kernel`), parameters.get(`${name}/bias`));
}

/** GELU(x) · kernel + bias: `x` [rows, in], `<name>/kernel` [in, out], `<name>/bias` [out] → [rows, out]. Keeps `x`. */
export function geluDense(parameters: NamedTensors, name: string, x: tf.Tensor, again: Again): tf.Tensor {
  const run = tf.customGrad((...inputs) => {
    const [input, kernel, bias, save] = inputs as [tf.Tensor, tf.Tensor, tf.Tensor, tf.GradSaveFunc];
    const activated = gelu(input);
    save([input, kernel, ...savedUnless(again, activated)]);
    return {
      value: product(activated, kernel, bias),
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => {
        const [savedInput, savedKernel, kept] = saved;
        if (!savedInput || !savedKernel) throw new Error('The layer saves its input and its kernel.');
        const kernelGradient = tf.matMul(
          keptOrAgain(kept, again, () => gelu(savedInput)),
          dy,
          true,
        );
        const inputGradient = geluGradient(tf.matMul(dy, savedKernel, false, true), savedInput);
        return [inputGradient, kernelGradient, tf.sum(dy, 0)];
      },
    };
  });
  return run(x, parameters.get(`${name}/kernel`), parameters.get(`${name}/bias`));
}

/** Names of a layer normalisation, of the dense layer behind it, and whether that one has a bias. */
export interface NormalizedDense {
  readonly norm: string;
  readonly dense: string;
  readonly hasBias: boolean;
  readonly again: Again;
}

/**
 * Layer normalisation of `x` [rows, in] with `<norm>/gain` and `<norm>/bias` [in], times `<dense>/kernel` [in, out], plus
 * `<dense>/bias` [out] where it has one → [rows, out]. Keeps `x` and 8 bytes a row.
 */
export function layerNormDense(
  parameters: NamedTensors,
  { norm, dense, hasBias, again }: NormalizedDense,
  x: tf.Tensor,
) {
  const run = tf.customGrad((...inputs) => {
    const save = inputs.at(-1) as tf.GradSaveFunc;
    const [input, gain, shift, kernel, bias] = inputs.slice(0, -1) as tf.Tensor[];
    if (!input || !gain || !shift || !kernel) throw new Error('The layer has an input, a gain, a bias and a kernel.');
    const statistics = rowStatistics(input);
    const normal = normalizeRows({ x: input, statistics, gain }, shift);
    save([input, gain, shift, kernel, statistics, ...savedUnless(again, normal)]);
    return {
      value: product(normal, kernel, bias),
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => layerGradients(dy, saved, bias !== undefined, again),
    };
  });
  const names = [`${norm}/gain`, `${norm}/bias`, `${dense}/kernel`, ...(hasBias ? [`${dense}/bias`] : [])];
  return run(x, ...names.map((name) => parameters.get(name)));
}

function layerGradients(dy: tf.Tensor, saved: readonly tf.Tensor[], hasBias: boolean, again: Again): tf.Tensor[] {
  const [x, gain, shift, kernel, statistics, kept] = saved;
  if (!x || !gain || !shift || !kernel || !statistics) throw new Error('The layer saves five tensors at least.');
  const rows = { x, statistics, gain };
  const normal = keptOrAgain(kept, again, () => normalizeRows(rows, shift));
  const kernelGradient = tf.matMul(normal, dy, true);
  const { x: inputGradient, ...byNorm } = layerNormGradients(tf.matMul(dy, kernel, false, true), rows);
  return [inputGradient, byNorm.gain, byNorm.bias, kernelGradient, ...(hasBias ? [tf.sum(dy, 0)] : [])];
}

function product(a: tf.Tensor, kernel: tf.Tensor, bias: tf.Tensor | undefined): tf.Tensor {
  return tf.fused.matMul({ a: a as tf.Tensor2D, b: kernel as tf.Tensor2D, ...(bias ? { bias } : {}) });
}
