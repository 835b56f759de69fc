import type { ProgramShader } from '../../core/program/step-program.ts';
import { UPDATE_SCALARS_WGSL } from './update-structs.ts';

/** Share by which an update moves the running statistics: PyTorch's default `momentum`. */
export const STATISTICS_MOMENTUM = 0.1;

const WORKGROUP_SIZE = 64;

/**
 * Running statistics of all normalisations, once an update: from the batch's first two moments about the running mean, that
 * the slices have summed, mean and variance, the variance with Bessel's correction as in PyTorch. Clears the sums, also where the update
 * is skipped, which leaves the running statistics as they are.
 */
export const UPDATE_STATISTICS: ProgramShader = {
  label: 'UpdateStatistics',
  entryPoint: 'main',
  code: /* wgsl */ `
${UPDATE_SCALARS_WGSL}
struct UpdateBlock {
  learningRate: f32,
  examples: f32,
}
// Of all channels: distances of means from the running ones, then mean squares of distances; running: means, then variances.
@group(0) @binding(0) var<storage, read_write> sums: array<f32>;
@group(0) @binding(1) var<storage, read_write> running: array<f32>;
// Values that each channel has in one example.
@group(0) @binding(2) var<storage, read> elements: array<f32>;
@group(0) @binding(3) var<storage, read> block: UpdateBlock;
@group(0) @binding(4) var<storage, read> scalars: UpdateScalars;

@compute @workgroup_size(${WORKGROUP_SIZE})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let channel = id.x;
  let channels = arrayLength(&elements);
  if (channel >= channels) {
    return;
  }
  let distance = sums[channel];
  let variance = max(0.0, sums[channels + channel] - distance * distance);
  let count = block.examples * elements[channel];
  let unbiased = variance * (count / max(1.0, count - 1.0));
  sums[channel] = 0.0;
  sums[channels + channel] = 0.0;
  if (scalars.skipped == 0u) {
    running[channel] += ${STATISTICS_MOMENTUM} * distance;
    running[channels + channel] += ${STATISTICS_MOMENTUM} * (unbiased - running[channels + channel]);
  }
}
`,
};

/** Workgroups for so many channels. */
export function updateStatisticsWorkgroups(channels: number): number {
  return Math.ceil(channels / WORKGROUP_SIZE);
}
