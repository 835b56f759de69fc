import * as tf from '@tensorflow/tfjs-core';
import { elementwiseProgram } from './elementwise-program.ts';
import { type NormalizationGradientInputs, normalizationGradient } from './normalization-gradient.ts';
import {
  LAYOUT_UNIFORMS,
  lanesOf,
  layoutUniforms,
  type NormalizationLayout,
  normalizationMoments,
} from './normalization-moments.ts';
import { reluGradient } from './relu.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/** What happens to x̂ = (x − mean) / √(variance + ε): scale·x̂ + shift, then `add`, then ReLU. */
export interface Affine {
  readonly scale: tf.Tensor; // [channels]
  readonly shift: tf.Tensor; // [channels]
  /** Added before ReLU: the shortcut of a residual block, of the shape of `x`. */
  readonly add?: tf.Tensor;
  readonly relu?: boolean;
}

/** `x` [m, …, channels], each channel normalised over the whole slice: PyTorch's `batch_norm` while training. */
export function batchLayout(x: tf.Tensor): NormalizationLayout {
  const channels = x.shape.at(-1) ?? 1;
  return { sets: 1, rows: x.size / channels, channels, groups: channels };
}

/** `x` [m, …, channels], each example's groups of neighbouring channels normalised for themselves: `group_norm`. */
export function groupLayout(x: tf.Tensor, groups: number): NormalizationLayout {
  const channels = x.shape.at(-1) ?? 1;
  if (!Number.isInteger(groups) || groups < 1 || channels % groups !== 0) {
    throw new Error(`${channels} channels cannot be cut into ${groups} equal groups.`);
  }
  const sets = x.shape[0] ?? 1;
  return { sets, rows: x.size / channels / sets, channels, groups };
}

/** Means and deviations of `x` itself over `layout`: what training normalises by. */
export function momentsOf(x: tf.Tensor, layout: NormalizationLayout): Moments {
  return { layout, moments: normalizationMoments(x, layout) };
}

/** Means and deviations to normalise by, and over what they were taken. */
export interface Moments {
  readonly layout: NormalizationLayout;
  readonly moments: tf.Tensor; // [3, sets · channels]
}

/**
 * Normalises `x` and applies `affine`, in one kernel. The gradient takes `moments` for those of `x` itself.
 *
 * For the backward pass it keeps `x`, and the output only where something is added before ReLU; elsewhere ReLU's mask is
 * worked out from `x` again.
 */
export function normalize(x: tf.Tensor, { layout, moments }: Moments, affine: Affine): tf.Tensor {
  const { scale, shift, add, relu = false } = affine;
  const inputs = add ? [x, scale, shift, add] : [x, scale, shift];
  return tf.customGrad((...values) => {
    const save = values.at(-1) as tf.GradSaveFunc;
    const [input, scales, shifts, added] = values.slice(0, -1) as tf.Tensor[];
    if (!input || !scales || !shifts) throw new Error('A normalisation has an input, a scale and a shift.');
    const y = applyNormalization({ x: input, scale: scales, shift: shifts, moments, add: added, relu }, layout);
    const keepsOutput = added !== undefined && relu;
    save(keepsOutput ? [input, scales, shifts, moments, y] : [input, scales, shifts, moments]);
    const gradFunc = (dy: tf.Tensor, saved: tf.Tensor[]): tf.Tensor[] => {
      const [savedX, savedScale, savedShift, savedMoments, savedY] = saved;
      if (!savedX || !savedScale || !savedShift || !savedMoments)
        throw new Error('The normalisation saved too little.');
      const masked = savedY ? reluGradient(dy, savedY) : dy;
      const read = { dy: masked, x: savedX, scale: savedScale, shift: savedShift, moments: savedMoments };
      return gradients(read, layout, relu && !savedY, added !== undefined);
    };
    return { value: y, gradFunc };
  })(...inputs);
}

function gradients(
  inputs: NormalizationGradientInputs,
  layout: NormalizationLayout,
  relu: boolean,
  isAdded: boolean,
): tf.Tensor[] {
  const { x, scale, shift } = normalizationGradient(inputs, layout, relu);
  return isAdded ? [x, scale, shift, inputs.dy] : [x, scale, shift];
}

interface NormalizationInputs {
  readonly x: tf.Tensor;
  readonly scale: tf.Tensor;
  readonly shift: tf.Tensor;
  readonly moments: tf.Tensor;
  readonly add?: tf.Tensor | undefined;
  readonly relu: boolean;
}

/** scale·x̂ + shift, plus `add`, then ReLU, in one kernel. Not on the tape. */
export function applyNormalization(
  { x, scale, shift, moments, add, relu }: NormalizationInputs,
  layout: NormalizationLayout,
): tf.Tensor {
  const { components, variant, aliases } = lanesOf(layout);
  const variables = ['x', 'scale', 'shift', 'moments', ...(add ? ['added'] : [])];
  const program = elementwiseProgram({
    name: add ? 'NormalizeAdd' : 'Normalize',
    variant,
    variableNames: variables,
    variableComponents: variables.map(() => components),
    outputComponents: components,
    size: x.size / components,
    uniforms: `${LAYOUT_UNIFORMS} relu : i32,`,
    declarations: aliases,
    body: `
      let lane = index % uniforms.lanes;
      let entry = index / (uniforms.rows * uniforms.lanes) * uniforms.lanes + lane;
      let normalized = (x[index] - moments[entry]) * moments[uniforms.entries + entry];
      let y = normalized * scale[lane] + shift[lane]${add ? ' + added[index]' : ''};
      result[index] = select(y, Value(0.0), (y <= Value(0.0)) & Condition(uniforms.relu == 1));`,
  });
  const uniforms = [...layoutUniforms(layout, components), { type: 'int32', data: [Number(relu)] }];
  const bound = [x, scale, shift, moments, ...(add ? [add] : [])].map(flat);
  const y = webGpuBackend().runWebGPUProgram(program, bound, 'float32', uniforms);
  return tf.engine().makeTensorFromTensorInfo({ ...y, shape: x.shape });
}
