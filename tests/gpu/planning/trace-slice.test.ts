import { beforeAll, describe, expect, test } from 'vitest';
import type { StepProgram } from '../../../src/core/program/step-program.ts';
import { Tracer } from '../../../src/engine/capture/tracer.ts';
import { DEFAULT_LIMITS } from '../../../src/engine/device/default-limits.ts';
import { traceEvaluationSlice, traceTrainingSlice } from '../../../src/engine/planning/trace-slice.ts';
import { WORKLOADS } from '../../../src/engine/workload.ts';

/** Names of the kernels that a program runs, in order. */
function kernels({ commands, shaders }: StepProgram): string[] {
  return commands.flatMap((command) => (command.type === 'dispatch' ? [shaders[command.shader]?.label ?? ''] : []));
}

let tracer: Tracer;
beforeAll(async () => {
  tracer = await Tracer.create(DEFAULT_LIMITS);
});

// Tracing needs no GPU; it runs here because Node cannot load tfjs's modules unbundled.
// Residual networks are traced in Node: see tests/unit/engine/models/res-net.test.ts.
const quick = Object.values(WORKLOADS).filter(({ id }) => !id.includes('resnet'));

describe.each(quick)('a traced slice of $id', (workload) => {
  test.each([1, 27, 256])('of %i examples', (microBatch) => {
    const training = traceTrainingSlice(tracer, workload, microBatch, 0.1);
    const evaluation = traceEvaluationSlice(tracer, workload, microBatch);
    for (const program of [training, evaluation]) {
      // No tensor comes from the host, and no sum depends on which thread is first.
      const constants = program.buffers.map(({ role }) => (role.type === 'constant' ? role.data.byteLength : 0));
      expect(Math.max(...constants)).toBeLessThanOrEqual(256);
      expect(program.shaders.filter(({ code }) => /atomic/.test(code))).toEqual([]);
      // tfjs's own sum over leading axes would transpose.
      expect(kernels(program)).not.toContain('Transpose');
    }
    // The scalar loss is what tfjs differentiates, but nothing reads it: its slice is dropped. What is left takes apart
    // the gradient of two directions side by side.
    const slices = [training, evaluation].map(
      (program) => kernels(program).filter((label) => label === 'Slice').length,
    );
    expect(slices).toEqual([workload.id.startsWith('textrnn') ? 2 : 0, 0]);
    const losses = kernels(training).filter((label) => label.startsWith('CrossEntropy'));
    expect(losses).toEqual(['CrossEntropy', 'CrossEntropyGradient']);
    // Places of maxima serve the backward pass alone.
    expect(kernels(evaluation)).not.toContain('MaxPoolPlaces');
  });
});
