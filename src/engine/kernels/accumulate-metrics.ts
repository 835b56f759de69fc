import type { Tensor } from '@tensorflow/tfjs-core';
import { elementwiseProgram } from './elementwise-program.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/** metrics[0] += loss, metrics[1] += accuracy, in place. `metrics` is the 8-float metrics block, the others scalars. */
export function accumulateMetrics(metrics: Tensor, loss: Tensor, accuracy: Tensor): void {
  const program = elementwiseProgram({
    name: 'AccumulateMetrics',
    variableNames: ['loss', 'accuracy'],
    size: metrics.size,
    body: `
      if (index == 0) { result[0] = result[0] + loss[0]; }
      if (index == 1) { result[1] = result[1] + accuracy[0]; }`,
  });
  webGpuBackend().runWebGPUProgram(program, [flat(loss), flat(accuracy)], 'float32', undefined, flat(metrics));
}
