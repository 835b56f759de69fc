import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { optimizeProgram } from '../../../../src/core/program/passes/optimize-program.ts';
import type { StepProgram } from '../../../../src/core/program/step-program.ts';
import { Tracer } from '../../../../src/engine/capture/tracer.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { accumulate } from '../../../../src/engine/kernels/accumulate.ts';

let tracer: Tracer;
beforeAll(async () => {
  tracer = await Tracer.create(DEFAULT_LIMITS);
});

/** xᵀ · dy, x [examples, inputs] and dy [examples, outputs], added into its accumulator. */
function gradientProgram(examples: number, inputs: number, outputs: number): StepProgram {
  const traced = tracer.trace((scope) => {
    const x = scope.persistent('x', 'inputs', [examples, inputs], 'float32');
    const dy = scope.persistent('dy', 'inputs', [examples, outputs], 'float32');
    const accumulator = scope.persistent('accumulator', 'accumulators', [inputs, outputs], 'float32');
    accumulate(accumulator, tf.matMul(x, dy, true));
  });
  return optimizeProgram(traced);
}

const kernels = ({ commands, shaders }: StepProgram) =>
  commands.flatMap((command) => (command.type === 'dispatch' ? [shaders[command.shader]?.label] : []));

const transientBytes = ({ buffers }: StepProgram) =>
  buffers
    .map(({ role, sizeBytes }) => (role.type === 'transient' ? sizeBytes : 0))
    .reduce((sum, bytes) => sum + bytes, 0);

describe('the gradient of a dense kernel', () => {
  test.each([
    [1000, 784, 256],
    [8192, 128, 512],
    [5001, 300, 600],
    [32, 128, 10],
  ])('of %i examples, [%i, %i], is added straight into its accumulator', (...sizes) => {
    const program = gradientProgram(...sizes);
    expect(kernels(program)).toEqual(['MatrixProduct +=']);
    expect(transientBytes(program)).toBe(0);
  });

  test.each([
    [1000, 128, 10],
    [8192, 128, 81],
    [100_000, 4, 4],
  ])('of %i examples, [%i, %i], has partial sums of at most 1 MiB and a quarter of x', (...sizes) => {
    const [examples, inputs] = sizes;
    const program = gradientProgram(...sizes);
    expect(kernels(program)[0]).toBe('MatrixProduct');
    expect(kernels(program).at(-1)).toBe('ColumnSum +=');
    // The second of three kernels leaves some more.
    expect(transientBytes(program)).toBeLessThanOrEqual(1.25 * Math.min(2 ** 20, examples * inputs));
    expect(transientBytes(program)).toBeGreaterThan(0);
  });

  test('never needs fewer bytes for more examples', () => {
    const bytes = Array.from({ length: 60 }, (_, i) => transientBytes(gradientProgram(1 + 37 * i, 64, 10)));
    expect(bytes).toEqual([...bytes].sort((a, b) => a - b));
    expect(bytes.at(-1)).toBeGreaterThan(0);
  });
});

describe('products that stay with tfjs', () => {
  const kernelsOf = (body: (x: tf.Tensor2D) => void) =>
    kernels(tracer.trace((scope) => body(scope.persistent('x', 'inputs', [8, 8], 'float32') as tf.Tensor2D)));

  test('are those of one matrix with several, and those with a bias of several rows or another activation', () => {
    const own = kernelsOf((x) => void tf.fused.matMul({ a: x, b: x, bias: tf.ones([1, 8]) }));
    expect(own).toContain('MatrixProduct');
    const others = [
      kernelsOf((x) => void tf.matMul(tf.reshape(x, [2, 4, 8]), tf.reshape(x, [1, 8, 8]))),
      kernelsOf((x) => void tf.fused.matMul({ a: x, b: x, activation: 'elu' })),
      kernelsOf((x) => void tf.fused.matMul({ a: x, b: x, bias: x })),
    ];
    for (const names of others) expect(names).toContain('MatMulPacked');
  });
});
