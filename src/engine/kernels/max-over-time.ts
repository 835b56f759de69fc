import * as tf from '@tensorflow/tfjs-core';
import { elementwiseProgram } from './elementwise-program.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/** Of equal values the first is the maximum. NaN counts as larger than any number, as in PyTorch. */
const TIMES_BODY = /* wgsl */ `
  var best = x[index];
  var time = 0;
  for (var t = 1; t < uniforms.times; t += 1) {
    let value = x[t * uniforms.size + index];
    if (value > best || (isnan(value) && !isnan(best))) {
      best = value;
      time = t;
    }
  }
  result[index] = time;`;

export interface MaxOverTime {
  readonly values: tf.Tensor;
  /** When each maximum is, int32. All that a gradient needs. */
  readonly times: tf.Tensor;
}

/**
 * Maximum over the first axis: `x` [T, m, channels] → values and times [m, channels]. Not on the tape: the gradient
 * belongs to whatever made `x`, so that no gradient as large as `x` is ever made.
 */
export function maxOverTime(x: tf.Tensor): MaxOverTime {
  const [steps = 0, ...shape] = x.shape;
  const size = x.size / steps;
  const backend = webGpuBackend();
  const findTimes = elementwiseProgram({
    name: 'MaxOverTimePlaces',
    variableNames: ['x'],
    size,
    uniforms: 'times : i32,',
    body: TIMES_BODY,
  });
  const times = backend.runWebGPUProgram(findTimes, [flat(x)], 'int32', [{ type: 'int32', data: [steps] }]);
  const take = elementwiseProgram({
    name: 'MaxOverTime',
    variableNames: ['x', 'times'],
    size,
    body: 'result[index] = x[times[index] * uniforms.size + index];',
  });
  const values = backend.runWebGPUProgram(take, [flat(x), times], 'float32');
  return {
    values: tf.engine().makeTensorFromTensorInfo({ ...values, shape }),
    times: tf.engine().makeTensorFromTensorInfo({ ...times, shape }),
  };
}
