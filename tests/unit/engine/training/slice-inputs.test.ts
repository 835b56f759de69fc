import { describe, expect, test } from 'vitest';
import type { Executable } from '../../../../src/engine/execute/executable.ts';
import { SliceInputs } from '../../../../src/engine/training/slice-inputs.ts';

describe('slice inputs', () => {
  test('uploads the first examples of the staging arrays, their weights, and where the slice stands', () => {
    const writes: Record<string, number[]> = {};
    const queue = {
      writeBuffer: (buffer: string, offset: number, data: Float32Array | Int32Array, from = 0, count = data.length) => {
        expect(offset).toBe(0);
        writes[buffer] = [...data.subarray(from, from + count)];
      },
    };
    const executable = { buffer: (name: string) => name };
    const inputs = new SliceInputs(3, { exampleShape: [2, 1], targetsPerExample: 1 });
    inputs.staging.values.set([1, 2, 3, 4, 5, 6]);
    inputs.staging.labels.set([7, 8, 9]);
    inputs.staging.weights.set([0.5, 0.25, 0.125]);
    inputs.upload(queue as unknown as GPUQueue, executable as unknown as Executable, 2, {
      seed: 2 ** 32 - 1,
      update: 41,
      firstExample: 171,
    });
    expect(writes).toEqual({
      'input/examples': [1, 2, 3, 4],
      'input/labels': [7, 8],
      'input/weights': [0.5, 0.25],
      // Words are int32: the largest seed is −1.
      'step-block': [-1, 41, 171, 0, 0, 0, 0, 0],
    });
  });
});
