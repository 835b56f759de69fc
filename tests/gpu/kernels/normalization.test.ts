import type * as tensorflow from '@tensorflow/tfjs-core';
import { describe, expect, test } from 'vitest';
import { batchLayout, groupLayout, normalize } from '../../../src/engine/kernels/normalization.ts';
import { type NormalizationLayout, normalizationMoments } from '../../../src/engine/kernels/normalization-moments.ts';
import { withEagerBackend } from '../eager-backend.ts';
import { relativeError } from '../training/golden-values.ts';
import { type HostInputs, normalizeOnHost } from './normalization-on-host.ts';
import { largestDifference, randomFloats } from './random-values.ts';

interface Case {
  readonly shape: readonly [number, number, number, number];
  /** `batch`, or the number of groups. */
  readonly groups: number | 'batch';
  readonly relu: boolean;
  readonly add: boolean;
  /** Added to every input. */
  readonly offset?: number;
}

function inputsOf({ shape, relu, add, offset = 0 }: Case): HostInputs {
  const size = shape.reduce((product, length) => product * length, 1);
  return {
    x: randomFloats(size, 1, 4).map((value) => value + offset),
    scale: randomFloats(shape[3], 2, 2),
    shift: randomFloats(shape[3], 3, 2),
    ...(add ? { add: randomFloats(size, 4, 2) } : {}),
    relu,
    dy: randomFloats(size, 5, 2),
  };
}

async function onDevice(tf: typeof tensorflow, { shape, groups }: Case, inputs: HostInputs) {
  const dims = [...shape];
  const x = tf.tensor(Float32Array.from(inputs.x), dims);
  const add = inputs.add && tf.tensor(Float32Array.from(inputs.add), dims);
  const layout = groups === 'batch' ? batchLayout(x) : groupLayout(x, groups);
  const moments = normalizationMoments(x, layout);
  const affine = [tf.tensor1d([...Array.from(inputs.scale)]), tf.tensor1d([...Array.from(inputs.shift)])];
  const run = (...[input, scale, shift, added]: tensorflow.Tensor[]) =>
    normalize(
      input as tensorflow.Tensor,
      { layout, moments },
      {
        scale: scale as tensorflow.Tensor,
        shift: shift as tensorflow.Tensor,
        relu: inputs.relu,
        ...(added ? { add: added } : {}),
      },
    );
  const dy = tf.tensor(Float32Array.from(inputs.dy), dims);
  const at = [x, ...affine, ...(add ? [add] : [])];
  const y = run(...at);
  const [dx, dScale, dShift, dAdd] = tf.grads(run)(at, dy);
  const read = async (tensor: tensorflow.Tensor | undefined) => (tensor ? await tensor.data() : new Float32Array());
  return {
    layout,
    y: await y.data(),
    dx: await read(dx),
    dScale: await read(dScale),
    dShift: await read(dShift),
    dAdd: await read(dAdd),
    means: (await moments.data()).slice(0, moments.size / 3),
    variances: (await moments.data()).slice((2 * moments.size) / 3),
  };
}

/** A number of each set and group, once for each set and channel. */
function byChannel(values: ArrayLike<number>, { groups, channels }: NormalizationLayout): number[] {
  return Array.from(values).flatMap((value) => new Array<number>(channels / groups).fill(value));
}

const norm = (values: ArrayLike<number>): number =>
  Math.sqrt(Array.from(values).reduce((sum, value) => sum + value * value, 0));

/** ‖actual − expected‖ by the larger of ‖expected‖ and ‖dy‖: of two values alone, all of dy cancels. */
function errorBesideGradient(actual: ArrayLike<number>, expected: ArrayLike<number>, dy: ArrayLike<number>): number {
  return (relativeError(actual, expected) * norm(expected)) / Math.max(norm(expected), norm(dy));
}

const CASES: readonly Case[] = [
  { shape: [2, 1, 1, 1], groups: 'batch', relu: false, add: false },
  { shape: [2, 3, 5, 3], groups: 'batch', relu: true, add: false },
  { shape: [3, 7, 6, 65], groups: 'batch', relu: true, add: true },
  { shape: [1, 13, 10, 4], groups: 'batch', relu: false, add: true },
  // 129 rows are the first that are cut in parts; 7 · 8 · 8 rows leave a rest of every kind of loop.
  { shape: [3, 43, 1, 2], groups: 'batch', relu: true, add: false },
  { shape: [7, 8, 8, 130], groups: 'batch', relu: true, add: false },
  { shape: [1, 1, 1, 6], groups: 3, relu: false, add: false },
  { shape: [3, 5, 4, 6], groups: 2, relu: true, add: true },
  { shape: [2, 13, 11, 12], groups: 4, relu: true, add: false },
  { shape: [5, 31, 9, 3], groups: 1, relu: false, add: true },
  { shape: [2, 6, 7, 70], groups: 35, relu: true, add: false },
  // Four channels at once: groups of half and of twice as many, and parts with rests.
  { shape: [3, 11, 13, 64], groups: 'batch', relu: true, add: true },
  { shape: [2, 15, 9, 24], groups: 12, relu: true, add: true },
  { shape: [3, 12, 11, 16], groups: 2, relu: true, add: false },
];

describe('normalisation: values, statistics and gradients against double precision', () => {
  const named = CASES.map((entry) => {
    const { shape, groups, relu, add } = entry;
    const over = groups === 'batch' ? 'batch' : `${groups} groups`;
    return [`[${shape}], ${over}${add ? ', add' : ''}${relu ? ', ReLU' : ''}`, entry] as const;
  });
  test('of all shapes', { timeout: 300_000 }, async () => {
    await withEagerBackend(async (tf) => {
      for (const [name, entry] of named) {
        const inputs = inputsOf(entry);
        const actual = await onDevice(tf, entry, inputs);
        const expected = normalizeOnHost(inputs, actual.layout);
        expect(largestDifference(actual.y, expected.y), `${name}: y`).toBeLessThan(5e-6);
        for (const part of ['dx', 'dScale', 'dShift', ...(entry.add ? (['dAdd'] as const) : [])] as const) {
          expect(errorBesideGradient(actual[part], expected[part], inputs.dy), `${name}: ${part}`).toBeLessThan(5e-6);
        }
        expect(largestDifference(actual.means, byChannel(expected.means, actual.layout)), name).toBeLessThan(1e-6);
        const variances = byChannel(expected.variances, actual.layout);
        expect(largestDifference(actual.variances, variances), name).toBeLessThan(2e-6);
      }
    });
  });

  test('a mean ten thousand times the deviation leaves four digits of the variance, and two runs the same bits', async () => {
    await withEagerBackend(async (tf) => {
      for (const channels of [5, 8]) {
        const entry: Case = { shape: [3, 17, 19, channels], groups: 'batch', relu: false, add: false, offset: 10_000 };
        const inputs = inputsOf(entry);
        const actual = await onDevice(tf, entry, inputs);
        const { variances } = normalizeOnHost(inputs, actual.layout);
        expect(relativeError(actual.variances, variances)).toBeLessThan(1e-4);
        expect(await onDevice(tf, entry, inputs)).toEqual(actual);
      }
    });
  });

  test('groups that do not divide the channels are refused', async () => {
    await withEagerBackend(async (tf) => {
      expect(() => groupLayout(tf.zeros([1, 2, 2, 6]), 4)).toThrow('6 channels cannot be cut into 4 equal groups.');
    });
  });
});
