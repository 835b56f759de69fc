import type { Tensor } from '@tensorflow/tfjs-core';
import { columnPartialSums, STRIDED_SUM, STRIDED_SUM_UNIFORMS, stridedSumUniforms } from './column-sum.ts';
import { elementwiseProgram } from './elementwise-program.ts';
import { CROSS_ENTROPY_TERMS } from './softmax-cross-entropy.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/**
 * metrics[0] += Σ w·loss, metrics[1] += Σ w·correct, in place, in one dispatch or two. `metrics` is the 8-float metrics
 * block, `terms` [m, 4] come from `crossEntropyTerms`.
 */
export function accumulateMetrics(metrics: Tensor, terms: Tensor): void {
  const backend = webGpuBackend();
  const partials = columnPartialSums(backend, terms, CROSS_ENTROPY_TERMS);
  const program = elementwiseProgram({
    name: 'AccumulateMetrics',
    variableNames: ['x'],
    size: metrics.size,
    uniforms: STRIDED_SUM_UNIFORMS,
    declarations: STRIDED_SUM,
    body: 'if (index < 2) { result[index] = result[index] + stridedSum(index); }',
  });
  const uniforms = stridedSumUniforms(partials, CROSS_ENTROPY_TERMS);
  backend.runWebGPUProgram(program, [flat(partials)], 'float32', uniforms, flat(metrics));
  if (partials !== terms) backend.disposeData(partials.dataId);
}
