import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import * as tf from '@tensorflow/tfjs-core';
import { matrixProduct } from '../kernels/matrix-product.ts';

/** What tfjs calls BatchMatMul and _FusedMatMul with. */
export interface ProductCall {
  readonly inputs: tf._FusedMatMulInputs;
  readonly backend: WebGPUBackend;
  readonly attrs: tf.BatchMatMulAttrs & Partial<tf._FusedMatMulAttrs>;
}

/**
 * A product of float matrices, of one or as many on both sides; plus a bias of one row; the activation none or ReLU.
 * Undefined for all others.
 */
export function product({ inputs, backend, attrs }: ProductCall): tf.TensorInfo | undefined {
  const { a, b, bias, preluActivationWeights } = inputs;
  const { transposeA, transposeB, activation } = attrs;
  const relu = activation === 'relu';
  if (preluActivationWeights || (activation && activation !== 'linear' && !relu)) return undefined;
  const outer = a.shape.slice(0, -2);
  const [rows = 0, inner = 0] = matrixShape(a, transposeA);
  const [innerOfB = 0, columns = 0] = matrixShape(b, transposeB);
  const isProduct = inner === innerOfB && tf.util.arraysEqual(outer, b.shape.slice(0, -2));
  if (!isProduct || ![a, b].every(hasFloats) || (bias && !isRow(bias, columns))) return undefined;
  const sizes = { batches: tf.util.sizeFromShape(outer), rows, inner, columns };
  const result = matrixProduct(backend, { a, b, transposeA, transposeB, bias, relu }, sizes);
  return { ...result, shape: [...outer, rows, columns] };
}

/** [rows, columns] of the last two axes, swapped where transposed. */
function matrixShape({ shape }: tf.TensorInfo, isTransposed: boolean): readonly number[] {
  const matrix = shape.slice(-2);
  return isTransposed ? matrix.reverse() : matrix;
}

function hasFloats({ dtype, shape }: tf.TensorInfo): boolean {
  return dtype === 'float32' && tf.util.sizeFromShape(shape) > 0;
}

function isRow(bias: tf.TensorInfo, columns: number): boolean {
  return hasFloats(bias) && bias.shape.at(-1) === columns && tf.util.sizeFromShape(bias.shape) === columns;
}
