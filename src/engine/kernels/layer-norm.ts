import * as tf from '@tensorflow/tfjs-core';
import { columnSum, partialSumsPerColumn } from './column-sum.ts';
import { elementwiseProgram } from './elementwise-program.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/** Added to the variance: PyTorch's default. */
const EPSILON = 1e-5;

/** What the backward pass keeps of a row beside the row itself: mean and 1 / √(variance + ε). */
const STATISTICS = 2;

/**
 * One thread a row, in two passes over it: the variance is that of the distances from the mean, so that a mean far from
 * zero costs no digits.
 */
const STATISTICS_BODY = /* wgsl */ `
  let first = index * uniforms.width;
  let width = f32(uniforms.width);
  var sum = 0.0;
  for (var i = first; i < first + uniforms.width; i += 1) { sum += x[i]; }
  let mean = sum / width;
  var squares = 0.0;
  for (var i = first; i < first + uniforms.width; i += 1) { squares += (x[i] - mean) * (x[i] - mean); }
  result[2 * index] = mean;
  result[2 * index + 1] = 1.0 / sqrt(squares / width + uniforms.epsilon);`;

/**
 * Mean and inverse deviation of each row of `x` [rows, width]: [rows, 2]. The deviation is the biased one, as in
 * `torch.nn.functional.layer_norm`. Not on the tape, as all of this file.
 */
export function rowStatistics(x: tf.Tensor): tf.Tensor {
  const [rows = 0, width = 0] = x.shape;
  const program = elementwiseProgram({
    name: 'LayerNormStatistics',
    variableNames: ['x'],
    size: rows,
    uniforms: 'width : i32, epsilon : f32,',
    body: STATISTICS_BODY,
  });
  return perRow(program, [x], rows, [
    { type: 'int32', data: [width] },
    { type: 'float32', data: [EPSILON] },
  ]);
}

/** A layer normalisation's input [rows, width], its rows' statistics [rows, 2] and its gain [width]. */
export interface NormalizedRows {
  readonly x: tf.Tensor;
  readonly statistics: tf.Tensor;
  readonly gain: tf.Tensor;
}

/** (x − mean) · inverse deviation · gain + bias, [rows, width]. */
export function normalizeRows({ x, statistics, gain }: NormalizedRows, bias: tf.Tensor): tf.Tensor {
  const program = elementwiseProgram({
    name: 'LayerNorm',
    variableNames: ['x', 'statistics', 'gain', 'bias'],
    size: x.size,
    uniforms: 'width : i32,',
    body: /* wgsl */ `
      let row = index / uniforms.width;
      let column = index - row * uniforms.width;
      let normal = (x[index] - statistics[2 * row]) * statistics[2 * row + 1];
      result[index] = normal * gain[column] + bias[column];`,
  });
  return elements(program, [x, statistics, gain, bias], x.shape);
}

/** Gradients by input [rows, width], gain and bias [width]. */
export interface LayerNormGradients {
  readonly x: tf.Tensor;
  readonly gain: tf.Tensor;
  readonly bias: tf.Tensor;
}

/** Sums over rows come in two stages, without atomics: the same bits every time. */
export function layerNormGradients(dy: tf.Tensor, rows: NormalizedRows): LayerNormGradients {
  return { bias: tf.sum(dy, 0), gain: gainGradient(dy, rows), x: inputGradient(dy, rows) };
}

/** Σ over rows of dy · normalised x, [width]. */
function gainGradient(dy: tf.Tensor, { x, statistics }: NormalizedRows): tf.Tensor {
  const [rows = 0, width = 0] = x.shape;
  const partials = partialSumsPerColumn(rows, width);
  const program = elementwiseProgram({
    name: 'LayerNormGainSums',
    variableNames: ['dy', 'x', 'statistics'],
    size: partials * width,
    uniforms: 'width : i32, partials : i32, rows : i32,',
    body: /* wgsl */ `
      let first = index / uniforms.width;
      let column = index - first * uniforms.width;
      var sum = 0.0;
      for (var row = first; row < uniforms.rows; row += uniforms.partials) {
        let i = row * uniforms.width + column;
        sum += dy[i] * (x[i] - statistics[2 * row]) * statistics[2 * row + 1];
      }
      result[index] = sum;`,
  });
  const uniforms = [width, partials, rows].map((value) => ({ type: 'int32', data: [value] }));
  const backend = webGpuBackend();
  const sums = backend.runWebGPUProgram(program, [dy, x, statistics].map(flat), 'float32', uniforms);
  const gradient = columnSum(backend, sums, width);
  backend.disposeData(sums.dataId);
  return tf.engine().makeTensorFromTensorInfo(gradient);
}

/**
 * With g = dy · gain and n = normalised x: inverse deviation · (g − mean(g) − n · mean(g · n)), means over the row.
 * The two means of each row first, one thread a row; then one thread an element.
 */
function inputGradient(dy: tf.Tensor, { x, statistics, gain }: NormalizedRows): tf.Tensor {
  const [rows = 0, width = 0] = x.shape;
  const findMeans = elementwiseProgram({
    name: 'LayerNormRowMeans',
    variableNames: ['dy', 'x', 'statistics', 'gain'],
    size: rows,
    uniforms: 'width : i32,',
    body: /* wgsl */ `
      let first = index * uniforms.width;
      let mean = statistics[2 * index];
      let inverse = statistics[2 * index + 1];
      var sums = vec2<f32>(0.0);
      for (var column = 0; column < uniforms.width; column += 1) {
        let g = dy[first + column] * gain[column];
        sums += vec2<f32>(g, g * (x[first + column] - mean) * inverse);
      }
      result[2 * index] = sums.x / f32(uniforms.width);
      result[2 * index + 1] = sums.y / f32(uniforms.width);`,
  });
  const means = perRow(findMeans, [dy, x, statistics, gain], rows, [{ type: 'int32', data: [width] }]);
  const program = elementwiseProgram({
    name: 'LayerNormGradient',
    variableNames: ['dy', 'x', 'statistics', 'gain', 'means'],
    size: x.size,
    uniforms: 'width : i32,',
    body: /* wgsl */ `
      let row = index / uniforms.width;
      let inverse = statistics[2 * row + 1];
      let normal = (x[index] - statistics[2 * row]) * inverse;
      let g = dy[index] * gain[index - row * uniforms.width];
      result[index] = inverse * (g - means[2 * row] - normal * means[2 * row + 1]);`,
  });
  return elements(program, [dy, x, statistics, gain, means], x.shape);
}

type Program = ReturnType<typeof elementwiseProgram>;

/** Runs a program with one thread for each row and two results a row. */
function perRow(
  program: Program,
  inputs: readonly tf.Tensor[],
  rows: number,
  uniforms: { type: string; data: number[] }[],
): tf.Tensor {
  const backend = webGpuBackend();
  const output = backend.makeTensorInfo([STATISTICS * rows], 'float32');
  backend.runWebGPUProgram(program, inputs.map(flat), 'float32', uniforms, output);
  return tf.engine().makeTensorFromTensorInfo({ ...output, shape: [rows, STATISTICS] });
}

/** Runs a program with one thread for each element of [rows, width]. */
function elements(program: Program, inputs: readonly tf.Tensor[], shape: readonly number[]): tf.Tensor {
  const uniforms = [{ type: 'int32', data: [shape.at(-1) ?? 0] }];
  const output = webGpuBackend().runWebGPUProgram(program, inputs.map(flat), 'float32', uniforms);
  return tf.engine().makeTensorFromTensorInfo({ ...output, shape: [...shape] });
}
