import * as tf from '@tensorflow/tfjs-core';
import { elementwiseProgram } from './elementwise-program.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/**
 * max(x, 0) with a gradient that keeps the output instead of the input: y > 0 exactly where x > 0, and the output is
 * kept by the next layer anyway. tfjs's own gradient keeps both, and needs one more temporary in the backward pass.
 */
export const relu = tf.customGrad((x, save) => {
  const y = tf.relu(x as tf.Tensor);
  (save as tf.GradSaveFunc)([y]);
  return {
    value: y,
    gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => reluGradient(dy, saved[0] as tf.Tensor),
  };
});

/** dy where y > 0, else 0; same shape. */
export function reluGradient(dy: tf.Tensor, y: tf.Tensor): tf.Tensor {
  const components = dy.size % 4 === 0 ? 4 : 1;
  const zero = components === 4 ? 'vec4<f32>(0.0)' : '0.0';
  const program = elementwiseProgram({
    name: 'ReluGradient',
    variant: `${components}`,
    variableNames: ['dy', 'y'],
    variableComponents: [components, components],
    outputComponents: components,
    size: dy.size / components,
    body: `result[index] = select(${zero}, dy[index], y[index] > ${zero});`,
  });
  const output = webGpuBackend().runWebGPUProgram(program, [flat(dy), flat(y)], 'float32');
  return tf.reshape(tf.engine().makeTensorFromTensorInfo(output), dy.shape);
}
