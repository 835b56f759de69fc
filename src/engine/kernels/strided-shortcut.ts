import * as tf from '@tensorflow/tfjs-core';
import { elementwiseProgram } from './elementwise-program.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

const UNIFORMS =
  'height : i32, width : i32, channels : i32, outHeight : i32, outWidth : i32, outChannels : i32, before : i32,';

const FORWARD_BODY = /* wgsl */ `
  let outChannel = index % uniforms.outChannels;
  let pixel = index / uniforms.outChannels;
  let line = pixel / uniforms.outWidth;
  let example = line / uniforms.outHeight;
  let y = 2 * (line % uniforms.outHeight);
  let z = 2 * (pixel % uniforms.outWidth);
  let channel = outChannel - uniforms.before;
  var value = 0.0;
  if (channel >= 0 && channel < uniforms.channels) {
    value = x[((example * uniforms.height + y) * uniforms.width + z) * uniforms.channels + channel];
  }
  result[index] = value;`;

const GRADIENT_BODY = /* wgsl */ `
  let channel = index % uniforms.channels;
  let pixel = index / uniforms.channels;
  let line = pixel / uniforms.width;
  let example = line / uniforms.height;
  let y = line % uniforms.height;
  let z = pixel % uniforms.width;
  var value = 0.0;
  if (y % 2 == 0 && z % 2 == 0) {
    let outPixel = (example * uniforms.outHeight + y / 2) * uniforms.outWidth + z / 2;
    value = dy[outPixel * uniforms.outChannels + uniforms.before + channel];
  }
  result[index] = value;`;

/**
 * The shortcut without parameters of He et al. (2016), option A: every second pixel of every second row, and zeros for
 * the channels that are new, half of them before and half after: `x` [m, height, width, channels] → [m, ⌈height / 2⌉,
 * ⌈width / 2⌉, outChannels]. The gradient keeps nothing.
 */
export function stridedShortcut(x: tf.Tensor, outChannels: number): tf.Tensor {
  const [examples = 0, height = 0, width = 0, channels = 0] = x.shape;
  const outShape = [examples, Math.ceil(height / 2), Math.ceil(width / 2), outChannels];
  const before = Math.floor((outChannels - channels) / 2);
  const values = [height, width, channels, ...outShape.slice(1), before];
  const uniforms = values.map((value) => ({ type: 'int32', data: [value] }));
  const run = (name: string, body: string, variable: string, input: tf.Tensor, shape: readonly number[]): tf.Tensor => {
    const size = tf.util.sizeFromShape([...shape]);
    const program = elementwiseProgram({ name, variableNames: [variable], size, uniforms: UNIFORMS, body });
    const output = webGpuBackend().runWebGPUProgram(program, [flat(input)], 'float32', uniforms);
    return tf.engine().makeTensorFromTensorInfo({ ...output, shape: [...shape] });
  };
  return tf.customGrad((input) => ({
    value: run('StridedShortcut', FORWARD_BODY, 'x', input as tf.Tensor, outShape),
    gradFunc: (dy: tf.Tensor) => run('StridedShortcutGradient', GRADIENT_BODY, 'dy', dy, x.shape),
  }))(x);
}
