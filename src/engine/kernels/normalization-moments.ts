import * as tf from '@tensorflow/tfjs-core';
import { partialSumsPerColumn } from './column-sum.ts';
import { type Components, elementwiseProgram } from './elementwise-program.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/** Added to each variance before its root, as in PyTorch. */
export const NORMALIZATION_EPSILON = 1e-5;

/** Numbers that are kept for each set and channel: its group's mean, 1 / √(variance + ε), biased variance. */
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

/**
 * Fields of the uniform block that describe a layout in elements of so many floats: `lanes` of them are a row, `entries` all
 * sets' channels; `parts` is the number of partial results of a set and channel.
 */
export const LAYOUT_UNIFORMS = 'rows : i32, lanes : i32, parts : i32, entries : i32,';

export function layoutUniforms(
  layout: NormalizationLayout,
  components: Components,
): { type: string; data: number[] }[] {
  const { sets, rows, channels } = layout;
  const values = [rows, channels / components, partsOf(layout), (sets * channels) / components];
  return values.map((value) => ({ type: 'int32', data: [value] }));
}

/** Channels that a thread takes at once, and what they are to WGSL. */
export interface Lanes {
  readonly components: Components;
  /** Key of the shader among those of one name. */
  readonly variant: string;
  /** WGSL: names of the types of values and of conditions. */
  readonly aliases: string;
}

/** Four channels at once where they come in fours: a quarter of the index arithmetic and of the loads. */
export function lanesOf({ channels }: NormalizationLayout): Lanes {
  return channels % 4 === 0
    ? { components: 4, variant: '4', aliases: 'alias Value = vec4<f32>; alias Condition = vec4<bool>;' }
    : { components: 1, variant: '1', aliases: 'alias Value = f32; alias Condition = bool;' };
}

/** Into how many parts the rows of a set are cut: part p has the rows p, p + parts, … */
export function partsOf({ sets, rows, channels }: NormalizationLayout): number {
  return Math.min(rows, partialSumsPerColumn(rows, sets * channels));
}

/**
 * Mean and Σ (x − mean)² of a channel's part, four values at a time, each four by their own mean and joined by the
 * formula of Chan, Golub and LeVeque (1979): stable also where the mean is far larger than the deviation.
 */
const CHANNEL_MOMENTS = /* wgsl */ `
  let width = uniforms.parts * uniforms.lanes;
  let block = index / width;
  let end = (block + 1) * uniforms.rows * uniforms.lanes;
  var i = block * uniforms.rows * uniforms.lanes + index - block * width;
  var count = 0.0;
  var mean = Value(0.0);
  var squares = Value(0.0);
  for (; i + 3 * width < end; i += 4 * width) {
    let a = x[i];
    let b = x[i + width];
    let c = x[i + 2 * width];
    let d = x[i + 3 * width];
    let fourMean = ((a + b) + (c + d)) * 0.25;
    let fourSquares = ((a - fourMean) * (a - fourMean) + (b - fourMean) * (b - fourMean))
      + ((c - fourMean) * (c - fourMean) + (d - fourMean) * (d - fourMean));
    let apart = fourMean - mean;
    let total = count + 4.0;
    mean += apart * (4.0 / total);
    squares += fourSquares + apart * apart * (count * 4.0 / total);
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

/**
 * Joins the parts of all channels of a group, and writes the result once for each of them. Means are summed as distances
 * from the first, for the same reason.
 */
const GROUP_MOMENTS = /* wgsl */ `
  let groups = uniforms.lanes / uniforms.groupChannels;
  let block = index / groups;
  let first = block * uniforms.parts * uniforms.lanes + (index - block * groups) * uniforms.groupChannels;
  let elements = f32(uniforms.rows * uniforms.groupChannels);
  let half = uniforms.parts * uniforms.entries;
  let origin = partials[first];
  var sum = 0.0;
  for (var part = 0; part < uniforms.parts; part += 1) {
    let count = f32((uniforms.rows - part + uniforms.parts - 1) / uniforms.parts);
    for (var c = 0; c < uniforms.groupChannels; c += 1) {
      sum += count * (partials[first + part * uniforms.lanes + c] - origin);
    }
  }
  let mean = origin + sum / elements;
  var squares = 0.0;
  for (var part = 0; part < uniforms.parts; part += 1) {
    let count = f32((uniforms.rows - part + uniforms.parts - 1) / uniforms.parts);
    for (var c = 0; c < uniforms.groupChannels; c += 1) {
      let at = first + part * uniforms.lanes + c;
      let apart = partials[at] - mean;
      squares += partials[half + at] + count * apart * apart;
    }
  }
  let variance = squares / elements;
  for (var entry = index * uniforms.groupChannels; entry < (index + 1) * uniforms.groupChannels; entry += 1) {
    result[entry] = mean;
    result[uniforms.entries + entry] = 1.0 / sqrt(variance + uniforms.epsilon);
    result[2 * uniforms.entries + entry] = variance;
  }`;

/**
 * Mean, inverse deviation and biased variance of the group of each set and channel: [3, sets · channels], float32. Two
 * dispatches without barriers and atomics; the order of each sum depends on the shape alone. Not on the tape.
 */
export function normalizationMoments(x: tf.Tensor, layout: NormalizationLayout): tf.Tensor {
  const backend = webGpuBackend();
  const { sets, channels, groups } = layout;
  const { components, variant, aliases } = lanesOf(layout);
  const partialSize = sets * partsOf(layout) * channels;
  const partials = backend.makeTensorInfo([2 * partialSize], 'float32');
  const ofChannels = elementwiseProgram({
    name: 'ChannelMoments',
    variant,
    variableNames: ['x'],
    variableComponents: [components],
    outputComponents: components,
    size: partialSize / components,
    uniforms: LAYOUT_UNIFORMS,
    declarations: aliases,
    body: CHANNEL_MOMENTS,
  });
  backend.runWebGPUProgram(ofChannels, [flat(x)], 'float32', layoutUniforms(layout, components), partials);
  const ofGroups = elementwiseProgram({
    name: 'GroupMoments',
    variableNames: ['partials'],
    size: sets * groups,
    uniforms: `${LAYOUT_UNIFORMS} groupChannels : i32, epsilon : f32,`,
    body: GROUP_MOMENTS,
  });
  const uniforms = [
    ...layoutUniforms(layout, 1),
    { type: 'int32', data: [channels / groups] },
    { type: 'float32', data: [NORMALIZATION_EPSILON] },
  ];
  const moments = backend.makeTensorInfo([MOMENTS * sets * channels], 'float32');
  backend.runWebGPUProgram(ofGroups, [partials], 'float32', uniforms, moments);
  backend.disposeData(partials.dataId);
  return tf.engine().makeTensorFromTensorInfo({ ...moments, shape: [MOMENTS, sets * channels] });
}
