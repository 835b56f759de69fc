import { expect, test } from 'vitest';
import { spread } from '../../../src/engine/kernels/spread.ts';
import { withEagerBackend } from '../eager-backend.ts';
import { largestDifference, randomFloats } from './random-values.ts';

/** values[kept coordinates] for each coordinate of `shape`. */
function spreadOnHost(values: ArrayLike<number>, shape: readonly number[], axes: readonly number[]): number[] {
  const size = shape.reduce((total, length) => total * length, 1);
  return Array.from({ length: size }, (_, index) => {
    let rest = index;
    let source = 0;
    let stride = 1;
    for (let axis = shape.length - 1; axis >= 0; axis -= 1) {
      const length = shape[axis] ?? 1;
      if (!axes.includes(axis)) {
        source += (rest % length) * stride;
        stride *= length;
      }
      rest = Math.floor(rest / length);
    }
    return values[source] ?? Number.NaN;
  });
}

const CASES: readonly (readonly [readonly number[], readonly number[]])[] = [
  [[65, 3], [0]],
  [[3, 65], [1]],
  [[2, 3, 5], [1]],
  [
    [2, 3, 5],
    [2, 0],
  ],
  [
    [2, 3, 5, 4],
    [0, 1, 2],
  ],
  [
    [2, 3, 5, 4],
    [1, 3],
  ],
  [
    [2, 3],
    [0, 1],
  ],
  [[2, 3], []],
  [[1], [0]],
];

test.each(CASES)('spread: repeats along axes of %j, %j', async (shape, axes) => {
  await withEagerBackend(async (tf) => {
    const kept = shape.filter((_, axis) => !axes.includes(axis));
    const size = kept.reduce((total, length) => total * length, 1);
    const values = randomFloats(size, shape.length);
    const result = spread(tf.tensor(values, kept), shape, axes, 'sum');
    expect(result.shape).toEqual(shape);
    expect(largestDifference(await result.data(), spreadOnHost(values, shape, axes))).toBe(0);
  });
});

test('spread: gradients of sum and mean over leading, trailing and separate axes', async () => {
  await withEagerBackend(async (tf) => {
    const x = tf.tensor3d(randomFloats(24, 1), [2, 3, 4]);
    for (const axes of [[0], [2], [0, 2], [0, 1, 2]]) {
      const weights = tf.tensor(randomFloats(24, 2).slice(0, tf.sum(x, axes).size), tf.sum(x, axes).shape);
      const dy = await weights.data();
      const ofSum = await tf
        .grad((t) => tf.mul(tf.sum(t, axes), weights))(x)
        .data();
      const ofMean = await tf
        .grad((t) => tf.mul(tf.mean(t, axes), weights))(x)
        .data();
      const expected = spreadOnHost(dy, x.shape, axes);
      const count = x.size / dy.length;
      expect(largestDifference(ofSum, expected)).toBe(0);
      expect(
        largestDifference(
          ofMean,
          expected.map((value) => value / count),
        ),
      ).toBeLessThan(1e-7);
    }
  });
});
