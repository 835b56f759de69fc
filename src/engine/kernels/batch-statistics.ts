import * as tf from '@tensorflow/tfjs-core';
import { elementwiseProgram } from './elementwise-program.ts';
import { MOMENTS, NORMALIZATION_EPSILON } from './normalization-moments.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/** Where a normalisation's channels lie among those of all. */
export interface ChannelRange {
  readonly first: number;
  readonly channels: number;
  /** Channels of all normalisations together. */
  readonly all: number;
}

/** What a slice's moments are added to, and what they are measured from. */
export interface BatchStatistics {
  readonly sums: tf.Tensor; // [2, all]
  readonly running: tf.Tensor; // [2, all], means then variances
  /** The slice's part of its batch. */
  readonly share: tf.Tensor; // [1]
}

/**
 * With d = mean − running mean: sums[0][channel] += share·d and sums[1][channel] += share·(variance + d²), in place.
 * `moments` [3, channels] are those of a slice.
 *
 * Over the slices of a batch these add up to the batch's first two moments about the running mean, by the law of total
 * variance. About 0 they would lose the variance's digits where a mean is far above its deviation; the running mean, the
 * same for all slices of an update, comes near the batch's after some updates.
 */
export function accumulateStatistics(
  { sums, running, share }: BatchStatistics,
  moments: tf.Tensor,
  range: ChannelRange,
): void {
  const program = elementwiseProgram({
    name: 'AccumulateStatistics',
    variableNames: ['moments', 'share', 'running'],
    size: range.channels,
    uniforms: 'first : i32, all : i32,',
    body: `
      let channel = uniforms.first + index;
      let distance = moments[index] - running[channel];
      result[channel] = result[channel] + share[0] * distance;
      let other = uniforms.all + channel;
      result[other] = result[other] + share[0] * (moments[2 * uniforms.size + index] + distance * distance);`,
  });
  const inputs = [flat(moments), flat(share), flat(running)];
  webGpuBackend().runWebGPUProgram(program, inputs, 'float32', rangeUniforms(range), flat(sums));
}

/** Running statistics [2, all], means then variances, as moments [3, channels] to normalise one layer by. */
export function runningMoments(running: tf.Tensor, range: ChannelRange): tf.Tensor {
  const program = elementwiseProgram({
    name: 'RunningMoments',
    variableNames: ['running'],
    size: range.channels,
    uniforms: 'first : i32, all : i32, epsilon : f32,',
    body: `
      let variance = running[uniforms.all + uniforms.first + index];
      result[index] = running[uniforms.first + index];
      result[uniforms.size + index] = 1.0 / sqrt(variance + uniforms.epsilon);
      result[2 * uniforms.size + index] = variance;`,
  });
  const backend = webGpuBackend();
  const moments = backend.makeTensorInfo([MOMENTS * range.channels], 'float32');
  const uniforms = [...rangeUniforms(range), { type: 'float32', data: [NORMALIZATION_EPSILON] }];
  backend.runWebGPUProgram(program, [flat(running)], 'float32', uniforms, moments);
  return tf.engine().makeTensorFromTensorInfo({ ...moments, shape: [MOMENTS, range.channels] });
}

function rangeUniforms({ first, all }: ChannelRange): { type: string; data: number[] }[] {
  return [first, all].map((value) => ({ type: 'int32', data: [value] }));
}
