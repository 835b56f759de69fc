import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import * as tf from '@tensorflow/tfjs-core';
import { columnSum } from '../kernels/column-sum.ts';

interface ReductionCall {
  readonly x: tf.TensorInfo;
  readonly backend: WebGPUBackend;
  readonly axis: number | number[];
  readonly keepDims: boolean;
}

const replaced = new Set<string>();

/**
 * Puts own kernels in the place of some of tfjs's WebGPU kernels. tfjs sums over leading axes (gradients of biases,
 * statistics of batch normalisation) by transposing the whole tensor first, into a temporary as large as it, and then
 * reducing with barriers, which are slow on software adapters. All other cases stay with tfjs. Safe to call repeatedly.
 */
export function registerDeviceKernels(): void {
  replaceReduction(tf.Sum, () => 1);
  replaceReduction(tf.Mean, (count) => count);
}

function replaceReduction(kernelName: string, divisorOf: (count: number) => number): void {
  if (replaced.has(kernelName)) return;
  const original = tf.getKernel(kernelName, 'webgpu');
  tf.unregisterKernel(kernelName, 'webgpu');
  tf.registerKernel({
    ...original,
    kernelFunc: (call) => {
      const reduction = call as unknown as {
        inputs: { x: tf.TensorInfo };
        backend: WebGPUBackend;
        attrs: ReductionCall;
      };
      const { axis, keepDims } = reduction.attrs;
      return (
        sumOfLeadingAxes({ x: reduction.inputs.x, backend: reduction.backend, axis, keepDims }, divisorOf) ??
        original.kernelFunc(call)
      );
    },
  });
  replaced.add(kernelName);
}

/** Undefined where the axes are not the leading ones, or the values no floats. */
function sumOfLeadingAxes(
  { x, backend, axis, keepDims }: ReductionCall,
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
