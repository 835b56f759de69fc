import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import * as tf from '@tensorflow/tfjs-core';
import { convFilterGradient } from '../kernels/conv-filter-gradient.ts';
import { convForward } from '../kernels/conv-forward.ts';
import type { ConvInfo } from '../kernels/conv-geometry.ts';
import { convInputGradient } from '../kernels/conv-input-gradient.ts';

type Shape4D = [number, number, number, number];

interface ConvAttributes {
  readonly strides: tf.FusedConv2DAttrs['strides'];
  readonly pad: tf.FusedConv2DAttrs['pad'];
  readonly dataFormat: 'NHWC' | 'NCHW';
  readonly dimRoundingMode: 'floor' | 'round' | 'ceil';
}

/** What tfjs calls Conv2D and FusedConv2D with. */
export interface ConvolutionCall {
  readonly inputs: tf.FusedConv2DInputs;
  readonly backend: WebGPUBackend;
  readonly attrs: ConvAttributes & Pick<tf.FusedConv2DAttrs, 'dilations'> & Partial<tf.FusedConv2DAttrs>;
}

/** A convolution of floats on NHWC without dilation; the activation none or ReLU. Undefined for all others. */
export function convolution({ inputs, backend, attrs }: ConvolutionCall): tf.TensorInfo | undefined {
  const { x, filter, bias, preluActivationWeights } = inputs;
  const { dilations, activation = 'linear' } = attrs;
  const isOwn = activation === 'linear' || activation === 'relu';
  if (!isOwn || preluActivationWeights || !tf.backend_util.tupleValuesAreOne(dilations)) return undefined;
  const info = convInfo([x, filter], x.shape, filter.shape, attrs);
  return info && convForward(backend, { x, filter, bias, relu: activation === 'relu' }, info);
}

export interface FilterGradientCall {
  readonly inputs: { readonly x: tf.TensorInfo; readonly dy: tf.TensorInfo };
  readonly backend: WebGPUBackend;
  readonly attrs: ConvAttributes & { readonly filterShape: readonly number[] };
}

/** Undefined where the images are not NHWC or no floats. */
export function convolutionFilterGradient({ inputs, backend, attrs }: FilterGradientCall): tf.TensorInfo | undefined {
  const { x, dy } = inputs;
  const info = convInfo([x, dy], x.shape, attrs.filterShape, attrs);
  return info && convFilterGradient(backend, x, dy, info);
}

export interface InputGradientCall {
  readonly inputs: { readonly dy: tf.TensorInfo; readonly filter: tf.TensorInfo };
  readonly backend: WebGPUBackend;
  readonly attrs: ConvAttributes & { readonly inputShape: readonly number[] };
}

/** Undefined where the images are not NHWC or no floats. */
export function convolutionInputGradient({ inputs, backend, attrs }: InputGradientCall): tf.TensorInfo | undefined {
  const { dy, filter } = inputs;
  const info = convInfo([dy, filter], attrs.inputShape, filter.shape, attrs);
  return info && convInputGradient(backend, dy, filter, info);
}

function convInfo(
  values: readonly tf.TensorInfo[],
  inputShape: readonly number[],
  filterShape: readonly number[],
  { strides, pad, dataFormat, dimRoundingMode }: ConvAttributes,
): ConvInfo | undefined {
  const areOwn = values.every(({ dtype, shape }) => dtype === 'float32' && tf.util.sizeFromShape(shape) > 0);
  if (!areOwn || dataFormat === 'NCHW') return undefined;
  const [x, filter] = [[...inputShape] as Shape4D, [...filterShape] as Shape4D];
  return tf.backend_util.computeConv2DInfo(x, filter, strides, 1, pad, dimRoundingMode);
}
