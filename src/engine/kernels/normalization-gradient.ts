import * as tf from '@tensorflow/tfjs-core';
import { columnPartialSums, someColumnSums } from './column-sum.ts';
import { elementwiseProgram } from './elementwise-program.ts';
import { LAYOUT_UNIFORMS, layoutUniforms, type NormalizationLayout, partsOf } from './normalization-moments.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/**
 * WGSL: where an element lies, x̂ and the gradient that reaches the normalised value. ReLU's mask is worked out from `x`
 * again, so that nobody has to keep the output for it.
 */
const ELEMENT = /* wgsl */ `
  fn groupOf(block: i32, channel: i32) -> i32 {
    return block * uniforms.groups + channel / (uniforms.channels / uniforms.groups);
  }
  fn gradientAt(gradient: f32, normalized: f32, scale: f32, shift: f32) -> f32 {
    return select(gradient, 0.0, uniforms.relu == 1 && normalized * scale + shift <= 0.0);
  }`;

/** Partial sums of g and g·x̂ over the rows of each part: [sets · parts, 2, channels]. */
const SUMS_BODY = /* wgsl */ `
  let width = uniforms.parts * uniforms.channels;
  let block = index / width;
  let lane = index - block * width;
  let part = lane / uniforms.channels;
  let channel = lane - part * uniforms.channels;
  let group = groupOf(block, channel);
  let mean = moments[group];
  let inverse = moments[uniforms.allGroups + group];
  let channelScale = scale[channel];
  let channelShift = shift[channel];
  let end = (block + 1) * uniforms.rows * uniforms.channels;
  var sums = vec2<f32>(0.0);
  var others = vec2<f32>(0.0);
  var i = block * uniforms.rows * uniforms.channels + lane;
  for (; i + width < end; i += 2 * width) {
    let normalized = (x[i] - mean) * inverse;
    let other = (x[i + width] - mean) * inverse;
    sums += gradientAt(dy[i], normalized, channelScale, channelShift) * vec2<f32>(1.0, normalized);
    others += gradientAt(dy[i + width], other, channelScale, channelShift) * vec2<f32>(1.0, other);
  }
  for (; i < end; i += width) {
    let normalized = (x[i] - mean) * inverse;
    sums += gradientAt(dy[i], normalized, channelScale, channelShift) * vec2<f32>(1.0, normalized);
  }
  sums += others;
  let first = 2 * (index - channel) + channel;
  result[first] = sums.x;
  result[first + uniforms.channels] = sums.y;`;

/** Means over each group of scale·g, then of scale·g·x̂: [2, sets · groups]. */
const MEANS_BODY = /* wgsl */ `
  let kind = index / uniforms.allGroups;
  let group = index - kind * uniforms.allGroups;
  let groupChannels = uniforms.channels / uniforms.groups;
  let block = group / uniforms.groups;
  let firstChannel = (group - block * uniforms.groups) * groupChannels;
  var sum = 0.0;
  for (var part = 0; part < uniforms.parts; part += 1) {
    let first = (2 * (block * uniforms.parts + part) + kind) * uniforms.channels + firstChannel;
    for (var c = 0; c < groupChannels; c += 1) { sum += scale[firstChannel + c] * partials[first + c]; }
  }
  result[index] = sum / f32(uniforms.rows * groupChannels);`;

/** Ioffe and Szegedy (2015), with the two means already taken. */
const GRADIENT_BODY = /* wgsl */ `
  let channel = index % uniforms.channels;
  let block = index / (uniforms.rows * uniforms.channels);
  let group = groupOf(block, channel);
  let inverse = moments[uniforms.allGroups + group];
  let normalized = (x[index] - moments[group]) * inverse;
  let channelScale = scale[channel];
  let gradient = gradientAt(dy[index], normalized, channelScale, shift[channel]) * channelScale;
  result[index] = inverse * (gradient - means[group] - normalized * means[uniforms.allGroups + group]);`;

/** What the gradient reads. `dy` is that of the whole operation where `relu`, else that of scale·x̂ + shift. */
export interface NormalizationGradientInputs {
  readonly dy: tf.Tensor;
  readonly x: tf.Tensor;
  readonly scale: tf.Tensor; // [channels]
  readonly shift: tf.Tensor; // [channels]
  readonly moments: tf.Tensor; // [3, sets · groups]
}

export interface NormalizationGradient {
  readonly x: tf.Tensor;
  readonly scale: tf.Tensor;
  readonly shift: tf.Tensor;
}

/**
 * Gradients of scale·x̂ + shift, or of its ReLU, by x, scale and shift. Reads `dy` and `x` twice and keeps nothing as
 * large as they are but the result, which may take the place of `dy`.
 */
export function normalizationGradient(
  inputs: NormalizationGradientInputs,
  layout: NormalizationLayout,
  relu: boolean,
): NormalizationGradient {
  const backend = webGpuBackend();
  const { channels, sets, groups } = layout;
  const partials = gradientSums(inputs, layout, relu);
  const short = columnPartialSums(backend, partials, 2 * channels);
  const sum = (first: number) => {
    const columns = someColumnSums(backend, short, { width: 2 * channels, first, columns: channels });
    return tf.engine().makeTensorFromTensorInfo(columns);
  };
  // Parts of several sets lie one after another: only those of a single one may be summed further before the means.
  const summed = sets === 1 ? short : partials;
  const parts = flat(summed).shape[0] ?? 0;
  const means = gradientMeans(summed, inputs.scale, layout, parts / (2 * channels * sets));
  const program = elementwiseProgram({
    name: 'NormalizationGradient',
    variableNames: ['dy', 'x', 'scale', 'shift', 'moments', 'means'],
    size: inputs.x.size,
    uniforms: `${LAYOUT_UNIFORMS} allGroups : i32, relu : i32,`,
    declarations: ELEMENT,
    body: GRADIENT_BODY,
  });
  const { dy, x, scale, shift, moments } = inputs;
  const bound = [dy, x, scale, shift, moments, means].map(flat);
  const dx = backend.runWebGPUProgram(program, bound, 'float32', gradientUniforms(layout, groups * sets, relu));
  const gradient = {
    x: tf.engine().makeTensorFromTensorInfo({ ...dx, shape: x.shape }),
    scale: sum(channels),
    shift: sum(0),
  };
  for (const { dataId } of new Set([partials, short, means])) backend.disposeData(dataId);
  return gradient;
}

function gradientUniforms(layout: NormalizationLayout, allGroups: number, relu: boolean) {
  const integers = [allGroups, Number(relu)].map((value) => ({ type: 'int32', data: [value] }));
  return [...layoutUniforms(layout), ...integers];
}

function gradientSums(inputs: NormalizationGradientInputs, layout: NormalizationLayout, relu: boolean): tf.TensorInfo {
  const { sets, channels, groups } = layout;
  const size = sets * partsOf(layout) * channels;
  const program = elementwiseProgram({
    name: 'NormalizationGradientSums',
    variableNames: ['dy', 'x', 'scale', 'shift', 'moments'],
    size,
    uniforms: `${LAYOUT_UNIFORMS} allGroups : i32, relu : i32,`,
    declarations: ELEMENT,
    body: SUMS_BODY,
  });
  const backend = webGpuBackend();
  const partials = backend.makeTensorInfo([2 * size], 'float32');
  const { dy, x, scale, shift, moments } = inputs;
  const uniforms = gradientUniforms(layout, sets * groups, relu);
  backend.runWebGPUProgram(program, [dy, x, scale, shift, moments].map(flat), 'float32', uniforms, partials);
  return partials;
}

/** `partials` [sets · parts, 2, channels]. */
function gradientMeans(
  partials: tf.TensorInfo,
  scale: tf.Tensor,
  layout: NormalizationLayout,
  parts: number,
): tf.TensorInfo {
  const { sets, rows, channels, groups } = layout;
  const program = elementwiseProgram({
    name: 'NormalizationGradientMeans',
    variableNames: ['partials', 'scale'],
    size: 2 * sets * groups,
    uniforms: `${LAYOUT_UNIFORMS} allGroups : i32,`,
    body: MEANS_BODY,
  });
  const uniforms = [rows, channels, groups, parts, sets * groups].map((value) => ({ type: 'int32', data: [value] }));
  return webGpuBackend().runWebGPUProgram(program, [flat(partials), flat(scale)], 'float32', uniforms);
}
