import * as tf from '@tensorflow/tfjs-core';
import { partialSumsPerColumn } from './column-sum.ts';
import { elementwiseProgram } from './elementwise-program.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/** Added to each variance before its root, as in PyTorch. */
export const NORMALIZATION_EPSILON = 1e-5;

/** Numbers that are kept for each group: mean, 1 / √(variance + ε), biased variance. */
export const MOMENTS = 3;

/**
 * What is normalised together: `x` is seen as [sets, rows, channels], and within a set the channels of each of `groups`
 * groups share mean and variance. Batch normalisation is one set of m·H·W rows in which each channel is a group; group
 * normalisation is a set for each example.
 */
export interface NormalizationLayout {
  readonly sets: number;
  readonly rows: number;
  readonly channels: number;
  readonly groups: number;
}

/** Fields of the uniform block that describe a layout; `parts` is the number of partial results a channel and set. */
export const LAYOUT_UNIFORMS = 'rows : i32, channels : i32, groups : i32, parts : i32,';

export function layoutUniforms(layout: NormalizationLayout): { type: string; data: number[] }[] {
  const { rows, channels, groups } = layout;
  return [rows, channels, groups, partsOf(layout)].map((value) => ({ type: 'int32', data: [value] }));
}

/** Into how many parts the rows of a set are cut: part p has the rows p, p + parts, … */
export function partsOf({ sets, rows, channels }: NormalizationLayout): number {
  return Math.min(rows, partialSumsPerColumn(rows, sets * channels));
}

/**
 * Mean and Σ (x − mean)² of a channel's part, eight values at a time, each eight by their own mean and joined by the
 * formula of Chan, Golub and LeVeque (1979): stable also where the mean is far larger than the deviation.
 */
const CHANNEL_MOMENTS = /* wgsl */ `
  let width = uniforms.parts * uniforms.channels;
  let block = index / width;
  let end = (block + 1) * uniforms.rows * uniforms.channels;
  var i = block * uniforms.rows * uniforms.channels + index - block * width;
  var count = 0.0;
  var mean = 0.0;
  var squares = 0.0;
  for (; i + 7 * width < end; i += 8 * width) {
    let a = vec4<f32>(x[i], x[i + width], x[i + 2 * width], x[i + 3 * width]);
    let b = vec4<f32>(x[i + 4 * width], x[i + 5 * width], x[i + 6 * width], x[i + 7 * width]);
    let eightMean = dot(a + b, vec4<f32>(0.125));
    let fromMeanA = a - eightMean;
    let fromMeanB = b - eightMean;
    let apart = eightMean - mean;
    let total = count + 8.0;
    mean += apart * (8.0 / total);
    squares += dot(fromMeanA, fromMeanA) + dot(fromMeanB, fromMeanB) + apart * apart * (count * 8.0 / total);
    count = total;
  }
  for (; i < end; i += width) {
    count += 1.0;
    let apart = x[i] - mean;
    mean += apart / count;
    squares += apart * (x[i] - mean);
  }
  result[index] = mean;
  result[index + uniforms.size] = squares;`;

/** Joins the parts of all channels of a group. Means are summed as distances from the first, for the same reason. */
const GROUP_MOMENTS = /* wgsl */ `
  let groupChannels = uniforms.channels / uniforms.groups;
  let block = index / uniforms.groups;
  let first = block * uniforms.parts * uniforms.channels + (index - block * uniforms.groups) * groupChannels;
  let elements = f32(uniforms.rows * groupChannels);
  let origin = partials[first];
  var sum = 0.0;
  for (var part = 0; part < uniforms.parts; part += 1) {
    let count = f32((uniforms.rows - part + uniforms.parts - 1) / uniforms.parts);
    for (var c = 0; c < groupChannels; c += 1) {
      sum += count * (partials[first + part * uniforms.channels + c] - origin);
    }
  }
  let mean = origin + sum / elements;
  var squares = 0.0;
  for (var part = 0; part < uniforms.parts; part += 1) {
    let count = f32((uniforms.rows - part + uniforms.parts - 1) / uniforms.parts);
    for (var c = 0; c < groupChannels; c += 1) {
      let at = first + part * uniforms.channels + c;
      let apart = partials[at] - mean;
      squares += partials[uniforms.half + at] + count * apart * apart;
    }
  }
  let variance = squares / elements;
  result[index] = mean;
  result[index + uniforms.size] = 1.0 / sqrt(variance + uniforms.epsilon);
  result[index + 2 * uniforms.size] = variance;`;

/**
 * Mean, inverse deviation and biased variance of each set and group: [3, sets · groups], float32. Two dispatches without
 * barriers and atomics; the order of each sum depends on the shape alone. Not on the tape.
 */
export function normalizationMoments(x: tf.Tensor, layout: NormalizationLayout): tf.Tensor {
  const backend = webGpuBackend();
  const { sets, channels, groups } = layout;
  const partialSize = sets * partsOf(layout) * channels;
  const partials = backend.makeTensorInfo([2 * partialSize], 'float32');
  const ofChannels = elementwiseProgram({
    name: 'ChannelMoments',
    variableNames: ['x'],
    size: partialSize,
    uniforms: LAYOUT_UNIFORMS,
    body: CHANNEL_MOMENTS,
  });
  backend.runWebGPUProgram(ofChannels, [flat(x)], 'float32', layoutUniforms(layout), partials);
  const ofGroups = elementwiseProgram({
    name: 'GroupMoments',
    variableNames: ['partials'],
    size: sets * groups,
    uniforms: `${LAYOUT_UNIFORMS} half : i32, epsilon : f32,`,
    body: GROUP_MOMENTS,
  });
  const uniforms = [
    ...layoutUniforms(layout),
    { type: 'int32', data: [partialSize] },
    { type: 'float32', data: [NORMALIZATION_EPSILON] },
  ];
  const moments = backend.makeTensorInfo([MOMENTS * sets * groups], 'float32');
  backend.runWebGPUProgram(ofGroups, [partials], 'float32', uniforms, moments);
  backend.disposeData(partials.dataId);
  return tf.engine().makeTensorFromTensorInfo({ ...moments, shape: [MOMENTS, sets * groups] });
}
