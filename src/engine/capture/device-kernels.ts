import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import * as tf from '@tensorflow/tfjs-core';
import { columnSum } from '../kernels/column-sum.ts';
import { convolution, convolutionFilterGradient, convolutionInputGradient } from './device-convolutions.ts';
import { product } from './device-products.ts';

interface ReductionCall {
  readonly inputs: { readonly x: tf.TensorInfo };
  readonly backend: WebGPUBackend;
  readonly attrs: { readonly axis: number | number[]; readonly keepDims: boolean };
}

const replaced = new Set<string>();

/**
 * Puts own kernels in the place of some of tfjs's WebGPU kernels. Safe to call repeatedly.
 *
 * tfjs sums over leading axes (gradients of biases, statistics of batch normalisation) by transposing the whole tensor
 * first, into a temporary as large as it, and then reducing with barriers, which are slow on software adapters. Its
 * convolutions and matrix products compute one value a thread, or use barriers too. All other cases stay with tfjs.
 */
export function registerDeviceKernels(): void {
  replaceKernel<ReductionCall>(tf.Sum, (call) => sumOfLeadingAxes(call, () => 1));
  replaceKernel<ReductionCall>(tf.Mean, (call) => sumOfLeadingAxes(call, (count) => count));
  replaceKernel(tf.BatchMatMul, product);
  replaceKernel(tf._FusedMatMul, product);
  replaceKernel(tf.Conv2D, convolution);
  replaceKernel(tf.FusedConv2D, convolution);
  replaceKernel(tf.Conv2DBackpropFilter, convolutionFilterGradient);
  replaceKernel(tf.Conv2DBackpropInput, convolutionInputGradient);
}

/** `kernel` returns undefined where tfjs's own has to do it. `Call` is what tfjs gives to this kernel. */
function replaceKernel<Call>(kernelName: string, kernel: (call: Call) => tf.TensorInfo | undefined): void {
  if (replaced.has(kernelName)) return;
  const original = tf.getKernel(kernelName, 'webgpu');
  tf.unregisterKernel(kernelName, 'webgpu');
  tf.registerKernel({
    ...original,
    kernelFunc: (call) => kernel(call as unknown as Call) ?? original.kernelFunc(call),
  });
  replaced.add(kernelName);
}

/** Undefined where the axes are not the leading ones, or the values no floats. */
function sumOfLeadingAxes(
  { inputs: { x }, backend, attrs: { axis, keepDims } }: ReductionCall,
  divisorOf: (count: number) => number,
): tf.TensorInfo | undefined {
  const axes = tf.util.parseAxisParam(axis, x.shape);
  const size = tf.util.sizeFromShape(x.shape);
  if (x.dtype !== 'float32' || size === 0 || !areLeading(axes, x.shape)) return undefined;
  const [keptShape, reducedShape] = tf.backend_util.computeOutAndReduceShapes(x.shape, axes);
  const columns = tf.util.sizeFromShape(keptShape);
  const sum = columnSum(backend, x, columns, divisorOf(tf.util.sizeFromShape(reducedShape)));
  const shape = keepDims ? tf.backend_util.expandShapeToKeepDim(keptShape, axes) : keptShape;
  return { ...sum, shape };
}

/** Axes of size 1 may lie anywhere. */
function areLeading(axes: readonly number[], shape: readonly number[]): boolean {
  const isReduced = shape.flatMap((size, axis) => (size === 1 ? [] : [axes.includes(axis)]));
  return isReduced.lastIndexOf(true) < isReduced.indexOf(false) || !isReduced.includes(false);
}
