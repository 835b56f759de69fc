import type { TrainingConfig } from '../../core/config/training-config.ts';

/** The part of a configuration that the update kernels read; it is constant over a run. */
export type UpdateSettings = Pick<
  TrainingConfig,
  'optimizer' | 'momentum' | 'beta1' | 'beta2' | 'epsilon' | 'l2' | 'weightDecay' | 'clipNorm'
>;

/**
 * WGSL of the numbers that do not change in a run. 1 − β is passed beside β, made in double precision: in float32,
 * 1 − 0.999 would be off by 1e-5.
 */
export const HYPER_PARAMETERS_WGSL = /* wgsl */ `
struct HyperParameters {
  beta1: f32,
  oneMinusBeta1: f32,
  beta2: f32,
  oneMinusBeta2: f32,
  epsilon: f32,
  momentum: f32,
  l2: f32,
  weightDecay: f32,
  clipNorm: f32,
}`;

/** Size of the HyperParameters uniform, rounded up to 16 bytes. */
export const HYPER_PARAMETERS_BYTES = 48;

/** Values of the HyperParameters struct, little-endian as WebGPU reads them. Only AdamW decays weights. */
export function encodeHyperParameters(settings: UpdateSettings): Uint8Array {
  const words = new Float32Array(HYPER_PARAMETERS_BYTES / 4);
  words.set([
    settings.beta1,
    1 - settings.beta1,
    settings.beta2,
    1 - settings.beta2,
    settings.epsilon,
    settings.optimizer === 'momentum' ? settings.momentum : 0,
    settings.l2,
    settings.optimizer === 'adamw' ? settings.weightDecay : 0,
    settings.clipNorm,
  ]);
  return new Uint8Array(words.buffer);
}

/** WGSL of what one update computes once, for all parameters. */
export const UPDATE_SCALARS_WGSL = /* wgsl */ `
struct UpdateScalars {
  // 1 where the update must leave parameters and slots alone.
  skipped: u32,
  // Clipping: min(1, clipNorm / (norm + 1e-6)).
  gradientScale: f32,
  learningRate: f32,
  // Learning rate / (1 - beta1^t).
  adamStep: f32,
  // Square root of 1 - beta2^t.
  rootCorrection2: f32,
}`;

export const UPDATE_SCALARS_BYTES = 20;
