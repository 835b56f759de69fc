import * as tf from '@tensorflow/tfjs-core';
import { elementwiseProgram } from './elementwise-program.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/**
 * normal(x) = (Φ(x), φ(x)): the normal distribution and its density. Φ by 7.1.26 of Abramowitz and Stegun, which is
 * within 1.5e-7 of erf, near the resolution of float32; the left tail is no difference from 1, so it keeps its digits.
 */
const NORMAL = /* wgsl */ `
  fn normal(x: f32) -> vec2<f32> {
    let z = abs(x) * 0.70710678;
    let t = 1.0 / (1.0 + 0.3275911 * z);
    let series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
    let bell = exp(-z * z);
    let tail = 0.5 * series * bell;
    return vec2<f32>(select(1.0 - tail, tail, x < 0.0), 0.39894228 * bell);
  }`;

/**
 * x · Φ(x), element by element: `torch.nn.functional.gelu` with its default, the exact form by the error function
 * (Hendrycks and Gimpel, arXiv:1606.08415). Not on the tape.
 */
export function gelu(x: tf.Tensor): tf.Tensor {
  return run('Gelu', ['x'], [x], 'result[index] = x[index] * normal(x[index]).x;');
}

/** dy · (Φ(x) + x · φ(x)); same shape. */
export function geluGradient(dy: tf.Tensor, x: tf.Tensor): tf.Tensor {
  const body = /* wgsl */ `
    let both = normal(x[index]);
    result[index] = dy[index] * (both.x + x[index] * both.y);`;
  return run('GeluGradient', ['dy', 'x'], [dy, x], body);
}

function run(name: string, variableNames: readonly string[], inputs: readonly tf.Tensor[], body: string): tf.Tensor {
  const [{ size, shape } = { size: 0, shape: [] }] = inputs;
  const program = elementwiseProgram({ name, variableNames, size, declarations: NORMAL, body });
  const output = webGpuBackend().runWebGPUProgram(program, inputs.map(flat), 'float32');
  return tf.engine().makeTensorFromTensorInfo({ ...output, shape: [...shape] });
}
