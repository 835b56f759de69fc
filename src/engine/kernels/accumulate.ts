import type { Tensor } from '@tensorflow/tfjs-core';
import { elementwiseProgram } from './elementwise-program.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/**
 * accumulator ← accumulator + value, in place, in float32. Both have the same number of elements.
 * tfjs's `add` would need a third buffer as large as both.
 */
export function accumulate(accumulator: Tensor, value: Tensor): void {
  const program = elementwiseProgram({
    name: 'Accumulate',
    variableNames: ['value'],
    size: value.size,
    body: 'result[index] = result[index] + value[index];',
  });
  webGpuBackend().runWebGPUProgram(program, [flat(value)], 'float32', undefined, flat(accumulator));
}
