import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { optimizeProgram } from '../../../../src/core/program/passes/optimize-program.ts';
import type { StepProgram } from '../../../../src/core/program/step-program.ts';
import { Tracer } from '../../../../src/engine/capture/tracer.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { accumulate } from '../../../../src/engine/kernels/accumulate.ts';

type Shape4D = [number, number, number, number];

let tracer: Tracer;
beforeAll(async () => {
  tracer = await Tracer.create(DEFAULT_LIMITS);
});

/** The gradient of a filter added into its accumulator; padding 'same'. */
function gradientProgram(images: Shape4D, filter: Shape4D, stride = 1): StepProgram {
  const [examples, height, width] = images;
  const outShape: Shape4D = [examples, Math.ceil(height / stride), Math.ceil(width / stride), filter[3]];
  const traced = tracer.trace((scope) => {
    const x = scope.persistent('x', 'inputs', images, 'float32') as tf.Tensor4D;
    const dy = scope.persistent('dy', 'inputs', outShape, 'float32') as tf.Tensor4D;
    const accumulator = scope.persistent('accumulator', 'accumulators', filter, 'float32');
    const gradient = tf.grad((weights) => tf.conv2d(x, weights as tf.Tensor4D, stride, 'same'));
    accumulate(accumulator, gradient(tf.zeros(filter), dy));
  });
  return optimizeProgram(traced);
}

const kernels = ({ commands, shaders }: StepProgram) =>
  commands.flatMap((command) => (command.type === 'dispatch' ? [shaders[command.shader]?.label] : []));

const transientBytes = ({ buffers }: StepProgram) =>
  buffers
    .map(({ role, sizeBytes }) => (role.type === 'transient' ? sizeBytes : 0))
    .reduce((sum, bytes) => sum + bytes, 0);

/** Threads of the kernel that reads x and dy. */
function gradientThreads({ commands }: StepProgram): number {
  const [first] = commands;
  if (first?.type !== 'dispatch') throw new Error('A gradient without a kernel.');
  return 64 * first.workgroups.reduce((product, count) => product * count, 1);
}

describe('the gradient of a filter', () => {
  const small: readonly (readonly [Shape4D, Shape4D, number])[] = [
    [[32, 28, 28, 1], [5, 5, 1, 24], 1],
    [[32, 12, 12, 24], [3, 3, 24, 32], 1],
    [[128, 32, 32, 16], [3, 3, 16, 16], 1],
    [[128, 16, 16, 32], [3, 3, 32, 64], 2],
    [[8, 224, 224, 3], [7, 7, 3, 64], 2],
    [[8, 56, 56, 64], [3, 3, 64, 64], 1],
    [[8, 56, 56, 64], [1, 1, 64, 256], 1],
  ];
  test.each(small)('of %j by %j, stride %i, keeps a GPU busy with at most 1.25 MiB of partial sums', (...shape) => {
    const program = gradientProgram(...shape);
    expect(kernels(program)[0]).toBe('ConvFilterGradient');
    expect(kernels(program).at(-1)).toBe('ColumnSum +=');
    expect(kernels(program).length).toBeLessThanOrEqual(3);
    expect(gradientThreads(program)).toBeGreaterThanOrEqual(2048);
    // 1 MiB from this kernel, and as many sums as the second of three kernels leaves: 65,536.
    expect(transientBytes(program)).toBeLessThanOrEqual(1.25 * 2 ** 20);
  });

  const large: readonly (readonly [Shape4D, Shape4D])[] = [
    [
      [8, 28, 28, 128],
      [3, 3, 128, 128],
    ],
    [
      [8, 7, 7, 512],
      [3, 3, 512, 512],
    ],
    [
      [8, 7, 7, 2048],
      [1, 1, 2048, 512],
    ],
  ];
  test.each(large)('of %j by %j is added straight into its accumulator, without partial sums', (...shape) => {
    const program = gradientProgram(...shape);
    expect(kernels(program)).toEqual(['ConvFilterGradient +=']);
    expect(transientBytes(program)).toBe(0);
    expect(gradientThreads(program)).toBeGreaterThanOrEqual(2048);
  });

  test('of few pixels has partial sums of at most a quarter of dy', () => {
    const program = gradientProgram([1, 40, 40, 8], [3, 3, 8, 16]);
    expect(kernels(program)).toEqual(['ConvFilterGradient', 'ColumnSum +=']);
    expect(transientBytes(program)).toBeLessThanOrEqual((40 * 40 * 16 * 4) / 4);
  });
});
