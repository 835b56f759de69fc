import * as tf from '@tensorflow/tfjs-core';
import { elementwiseProgram } from './elementwise-program.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/**
 * The mask is a function of (seed, update, layer, example's position in the batch, unit), so it does not depend on
 * how the batch is cut, and the backward pass makes it again instead of keeping it.
 *
 * Hash: PCG-RXS-M-XS 32 as in Jarzynski and Olano, "Hash Functions for GPU Rendering", JCGT 9(3), 2020, chained over
 * the five keys. A unit is kept where hash / 2^32 ≥ rate.
 */
const HASH = `
  fn pcg(value: u32) -> u32 {
    let state = value * 747796405u + 2891336453u;
    let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (word >> 22u) ^ word;
  }`;

const BODY = `
  let row = index / uniforms.width;
  let unit = index - row * uniforms.width;
  let example = bitcast<u32>(step[2]) + u32(row);
  let key = pcg(pcg(pcg(bitcast<u32>(step[0])) ^ bitcast<u32>(step[1])) ^ u32(uniforms.layer));
  let bits = pcg(pcg(key ^ example) ^ u32(unit));
  let keep = bits >= u32(uniforms.threshold) << 8u;
  result[index] = select(0.0, x[index] * uniforms.scale, keep);`;

/**
 * Inverted dropout: kept units are scaled by 1 / (1 − rate). `x` has one row an example ([m, …]); `step` is the step
 * block, int32 [8]; `layer` tells layers apart; `rate` is in [0, 1).
 */
export function sampleKeyedDropout(x: tf.Tensor, step: tf.Tensor, layer: number, rate: number): tf.Tensor {
  const masked = tf.customGrad((input) => ({
    value: applyMask(input as tf.Tensor, step, layer, rate),
    gradFunc: (dy: tf.Tensor) => applyMask(dy, step, layer, rate),
  }));
  return masked(x);
}

function applyMask(x: tf.Tensor, step: tf.Tensor, layer: number, rate: number): tf.Tensor {
  const program = elementwiseProgram({
    name: 'SampleKeyedDropout',
    variableNames: ['x', 'step'],
    size: x.size,
    uniforms: 'width : i32, layer : i32, threshold : i32, scale : f32,',
    declarations: HASH,
    body: BODY,
  });
  const rows = x.shape[0] ?? 1;
  const uniforms = [
    { type: 'int32', data: [x.size / rows] },
    { type: 'int32', data: [layer] },
    // 24 bits, so that the threshold is exact in an int32 and close to the rate within 6e-8.
    { type: 'int32', data: [Math.round(rate * 2 ** 24)] },
    { type: 'float32', data: [1 / (1 - rate)] },
  ];
  const output = webGpuBackend().runWebGPUProgram(program, [flat(x), flat(step)], 'float32', uniforms);
  return tf.reshape(tf.engine().makeTensorFromTensorInfo(output), x.shape);
}
