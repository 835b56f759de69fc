import * as tf from '@tensorflow/tfjs-core';
import { columnPartialSums, someColumnSums } from './column-sum.ts';
import { type Components, elementwiseProgram } from './elementwise-program.ts';
import {
  LAYOUT_UNIFORMS,
  lanesOf,
  layoutUniforms,
  type NormalizationLayout,
  partsOf,
} from './normalization-moments.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/**
 * WGSL: the gradient that reaches the normalised value. ReLU's mask is worked out from `x` again, so that nobody has to
 * keep the output for it.
 */
const MASKED = /* wgsl */ `
  fn masked(gradient: Value, normalized: Value, scale: Value, shift: Value) -> Value {
    return select(gradient, Value(0.0), (normalized * scale + shift <= Value(0.0)) & Condition(uniforms.relu == 1));
  }`;

/** Partial sums of g and g·x̂ over the rows of each part: [sets · parts, 2, channels]. */
const SUMS_BODY = /* wgsl */ `
  let width = uniforms.parts * uniforms.lanes;
  let block = index / width;
  let lane = index % uniforms.lanes;
  let entry = block * uniforms.lanes + lane;
  let mean = moments[entry];
  let inverse = moments[uniforms.entries + entry];
  let end = (block + 1) * uniforms.rows * uniforms.lanes;
  var sum = Value(0.0);
  var product = Value(0.0);
  var otherSum = Value(0.0);
  var otherProduct = Value(0.0);
  var i = block * uniforms.rows * uniforms.lanes + index - block * width;
  for (; i + width < end; i += 2 * width) {
    let normalized = (x[i] - mean) * inverse;
    let gradient = masked(dy[i], normalized, scale[lane], shift[lane]);
    sum += gradient;
    product += gradient * normalized;
    let other = (x[i + width] - mean) * inverse;
    let otherGradient = masked(dy[i + width], other, scale[lane], shift[lane]);
    otherSum += otherGradient;
    otherProduct += otherGradient * other;
  }
  for (; i < end; i += width) {
    let normalized = (x[i] - mean) * inverse;
    let gradient = masked(dy[i], normalized, scale[lane], shift[lane]);
    sum += gradient;
    product += gradient * normalized;
  }
  let first = 2 * (index - lane) + lane;
  result[first] = sum + otherSum;
  result[first + uniforms.lanes] = product + otherProduct;`;

/** Means over each group of scale·g, then of scale·g·x̂, once for each of its channels: [2, sets · channels]. */
const MEANS_BODY = /* wgsl */ `
  let allGroups = uniforms.entries / uniforms.groupChannels;
  let kind = index / allGroups;
  let group = index - kind * allGroups;
  let block = group / (uniforms.lanes / uniforms.groupChannels);
  let firstChannel = group * uniforms.groupChannels - block * uniforms.lanes;
  var sum = 0.0;
  for (var part = 0; part < uniforms.parts; part += 1) {
    let first = (2 * (block * uniforms.parts + part) + kind) * uniforms.lanes + firstChannel;
    for (var c = 0; c < uniforms.groupChannels; c += 1) { sum += scale[firstChannel + c] * partials[first + c]; }
  }
  let mean = sum / f32(uniforms.rows * uniforms.groupChannels);
  for (var c = 0; c < uniforms.groupChannels; c += 1) { result[index * uniforms.groupChannels + c] = mean; }`;

/** Ioffe and Szegedy (2015), with the two means already taken. */
const GRADIENT_BODY = /* wgsl */ `
  let lane = index % uniforms.lanes;
  let entry = index / (uniforms.rows * uniforms.lanes) * uniforms.lanes + lane;
  let inverse = moments[uniforms.entries + entry];
  let normalized = (x[index] - moments[entry]) * inverse;
  let gradient = masked(dy[index], normalized, scale[lane], shift[lane]) * scale[lane];
  result[index] = inverse * (gradient - means[entry] - normalized * means[uniforms.entries + entry]);`;

/** What the gradient reads. `dy` is that of the whole operation where `relu`, else that of scale·x̂ + shift. */
export interface NormalizationGradientInputs {
  readonly dy: tf.Tensor;
  readonly x: tf.Tensor;
  readonly scale: tf.Tensor; // [channels]
  readonly shift: tf.Tensor; // [channels]
  readonly moments: tf.Tensor; // [3, sets · channels]
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
  const { channels, sets } = layout;
  const { components, variant, aliases } = lanesOf(layout);
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
    variant,
    variableNames: ['dy', 'x', 'scale', 'shift', 'moments', 'means'],
    variableComponents: Array.from({ length: 6 }, () => components),
    outputComponents: components,
    size: inputs.x.size / components,
    uniforms: `${LAYOUT_UNIFORMS} relu : i32,`,
    declarations: aliases + MASKED,
    body: GRADIENT_BODY,
  });
  const { dy, x, scale, shift, moments } = inputs;
  const bound = [dy, x, scale, shift, moments, means].map(flat);
  const dx = backend.runWebGPUProgram(program, bound, 'float32', gradientUniforms(layout, components, relu));
  const gradient = {
    x: tf.engine().makeTensorFromTensorInfo({ ...dx, shape: x.shape }),
    scale: sum(channels),
    shift: sum(0),
  };
  for (const { dataId } of new Set([partials, short, means])) backend.disposeData(dataId);
  return gradient;
}

function gradientUniforms(layout: NormalizationLayout, components: Components, relu: boolean) {
  return [...layoutUniforms(layout, components), { type: 'int32', data: [Number(relu)] }];
}

function gradientSums(inputs: NormalizationGradientInputs, layout: NormalizationLayout, relu: boolean): tf.TensorInfo {
  const size = layout.sets * partsOf(layout) * layout.channels;
  const { components, variant, aliases } = lanesOf(layout);
  const program = elementwiseProgram({
    name: 'NormalizationGradientSums',
    variant,
    variableNames: ['dy', 'x', 'scale', 'shift', 'moments'],
    variableComponents: Array.from({ length: 5 }, () => components),
    outputComponents: components,
    size: size / components,
    uniforms: `${LAYOUT_UNIFORMS} relu : i32,`,
    declarations: aliases + MASKED,
    body: SUMS_BODY,
  });
  const backend = webGpuBackend();
  const partials = backend.makeTensorInfo([2 * size], 'float32');
  const { dy, x, scale, shift, moments } = inputs;
  const uniforms = gradientUniforms(layout, components, relu);
  backend.runWebGPUProgram(program, [dy, x, scale, shift, moments].map(flat), 'float32', uniforms, partials);
  return partials;
}

/** `partials` [sets · parts, 2, channels] → [2, sets · channels]. */
function gradientMeans(
  partials: tf.TensorInfo,
  scale: tf.Tensor,
  { sets, rows, channels, groups }: NormalizationLayout,
  parts: number,
): tf.TensorInfo {
  const program = elementwiseProgram({
    name: 'NormalizationGradientMeans',
    variableNames: ['partials', 'scale'],
    size: 2 * sets * groups,
    uniforms: `${LAYOUT_UNIFORMS} groupChannels : i32,`,
    body: MEANS_BODY,
  });
  const values = [rows, channels, parts, sets * channels, channels / groups];
  const uniforms = values.map((value) => ({ type: 'int32', data: [value] }));
  const backend = webGpuBackend();
  const means = backend.makeTensorInfo([2 * sets * channels], 'float32');
  return backend.runWebGPUProgram(program, [flat(partials), flat(scale)], 'float32', uniforms, means);
}
