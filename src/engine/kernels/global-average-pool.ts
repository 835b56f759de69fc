import * as tf from '@tensorflow/tfjs-core';
import { elementwiseProgram } from './elementwise-program.ts';
import { spread } from './spread.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

const MEAN_BODY = /* wgsl */ `
  let example = index / uniforms.channels;
  let first = example * uniforms.pixels * uniforms.channels + index - example * uniforms.channels;
  let end = first + uniforms.pixels * uniforms.channels;
  var sums = vec4<f32>(0.0);
  var i = first;
  for (; i + 3 * uniforms.channels < end; i += 4 * uniforms.channels) {
    sums += vec4<f32>(x[i], x[i + uniforms.channels], x[i + 2 * uniforms.channels], x[i + 3 * uniforms.channels]);
  }
  for (; i < end; i += uniforms.channels) { sums.x += x[i]; }
  result[index] = ((sums.x + sums.y) + (sums.z + sums.w)) / f32(uniforms.pixels);`;

/**
 * Mean over all pixels of each channel: `x` [m, height, width, channels] → [m, channels]. One dispatch, one thread a
 * mean, where tfjs first transposes into a second buffer as large as `x`. The gradient keeps nothing.
 */
export function globalAveragePool(x: tf.Tensor): tf.Tensor {
  const [examples = 0, height = 0, width = 0, channels = 0] = x.shape;
  const pooled = tf.customGrad((input) => {
    const program = elementwiseProgram({
      name: 'GlobalAveragePool',
      variableNames: ['x'],
      size: examples * channels,
      uniforms: 'pixels : i32, channels : i32,',
      body: MEAN_BODY,
    });
    const uniforms = [height * width, channels].map((value) => ({ type: 'int32', data: [value] }));
    const means = webGpuBackend().runWebGPUProgram(program, [flat(input as tf.Tensor)], 'float32', uniforms);
    return {
      value: tf.engine().makeTensorFromTensorInfo({ ...means, shape: [examples, channels] }),
      gradFunc: (dy: tf.Tensor) => spread(dy, x.shape, [1, 2], 'mean'),
    };
  });
  return pooled(x);
}
