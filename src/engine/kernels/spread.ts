import * as tf from '@tensorflow/tfjs-core';
import { elementwiseProgram } from './elementwise-program.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/**
 * The gradient of a sum or a mean over `axes`: `values`, repeated along `axes` to `shape`, and for the mean divided by
 * the number of repeats. `values` has the elements of `shape` without `axes`. One dispatch for each group of
 * neighbouring axes, and no temporary where there is one group.
 */
export function spread(
  values: tf.Tensor,
  shape: readonly number[],
  axes: readonly number[],
  gradientOf: 'sum' | 'mean',
): tf.Tensor {
  const current = shape.map((size, axis) => (axes.includes(axis) ? 1 : size));
  let result = values;
  for (const group of neighbouringAxes(axes)) {
    const first = group[0] ?? 0;
    const inner = product(current.slice(first + group.length));
    const repeats = product(group.map((axis) => shape[axis] ?? 1));
    for (const axis of group) current[axis] = shape[axis] ?? 1;
    const divisor = gradientOf === 'mean' ? repeats : 1;
    result = repeat(result, { size: product(current), inner, repeats, divisor });
  }
  return tf.reshape(result, [...shape]);
}

interface Repetition {
  /** Elements of the result. */
  readonly size: number;
  /** Each block of so many elements is repeated as a whole. */
  readonly inner: number;
  readonly repeats: number;
  readonly divisor: number;
}

function repeat(values: tf.Tensor, { size, inner, repeats, divisor }: Repetition): tf.Tensor {
  const program = elementwiseProgram({
    name: 'Spread',
    variableNames: ['values'],
    size,
    uniforms: 'inner : i32, block : i32, divisor : f32,',
    body: `
      let source = index / uniforms.block * uniforms.inner + index % uniforms.inner;
      result[index] = values[source] / uniforms.divisor;`,
  });
  const uniforms = [
    { type: 'int32', data: [inner] },
    { type: 'int32', data: [inner * repeats] },
    { type: 'float32', data: [divisor] },
  ];
  const output = webGpuBackend().runWebGPUProgram(program, [flat(values)], 'float32', uniforms);
  return tf.engine().makeTensorFromTensorInfo(output);
}

/** [3, 0, 1] → [[0, 1], [3]]. */
function neighbouringAxes(axes: readonly number[]): number[][] {
  const groups: number[][] = [];
  for (const axis of axes.toSorted((a, b) => a - b)) {
    const last = groups.at(-1);
    if (last?.at(-1) === axis - 1) last.push(axis);
    else groups.push([axis]);
  }
  return groups;
}

const product = (sizes: readonly number[]): number => sizes.reduce((total, size) => total * size, 1);
