import { describe, expect, test } from 'vitest';
import { withEagerBackend } from '../eager-backend.ts';
import { largestDifference, randomFloats } from './random-values.ts';

/** Column sums of [rows, columns] in double precision. */
function columnSums(values: ArrayLike<number>, columns: number): Float64Array {
  const sums = new Float64Array(columns);
  for (let i = 0; i < values.length; i += 1) sums[i % columns] = (sums[i % columns] ?? 0) + (values[i] ?? Number.NaN);
  return sums;
}

describe('column sum', () => {
  // 128 rows are the last of one stage; 64 columns fill a workgroup.
  test('sums over the leading axis, in one stage and in two', async () => {
    await withEagerBackend(async (tf) => {
      for (const [rows, columns] of [
        [1, 1],
        [1, 10],
        [2, 65],
        [3, 64],
        [127, 3],
        [128, 63],
        [129, 7],
        [1000, 1],
        [4099, 24],
        [16_384, 10],
      ] as const) {
        const values = randomFloats(rows * columns, rows + columns);
        const sum = tf.sum(tf.tensor2d(values, [rows, columns]), 0);
        expect(sum.shape).toEqual([columns]);
        // Values have at most 17 bits and a sum of 16,384 of them fits in 31: what is lost is rounding.
        const tolerance = 3e-7 * rows;
        expect(largestDifference(await sum.data(), columnSums(values, columns))).toBeLessThan(
          Math.min(tolerance, 1e-4),
        );
      }
    });
  });

  test('keeps 1e-7 of a sum of many equal terms', async () => {
    await withEagerBackend(async (tf) => {
      const rows = 100_003;
      const values = new Float32Array(rows).fill(0.1);
      const [sum = 0] = await tf.sum(tf.tensor2d(values, [rows, 1]), 0).data();
      expect(Math.abs(sum / (rows * Math.fround(0.1)) - 1)).toBeLessThan(2e-7);
    });
  });

  test('takes the mean, all axes, kept dimensions, and axes with a dimension of one between them', async () => {
    await withEagerBackend(async (tf) => {
      const values = randomFloats(2 * 3 * 5 * 7, 4);
      const x = tf.tensor4d(values, [2, 3, 5, 7]);
      const sums = columnSums(values, 7);
      const means = sums.map((sum) => sum / 30);
      const total = columnSums(values, 1);
      const mean = tf.mean(x, [0, 1, 2]);
      const kept = tf.sum(x, [2, 1, 0], true);
      const apart = tf.sum(tf.reshape(x, [1, 30, 1, 7]), 1);
      const all = tf.sum(x);
      expect([mean.shape, kept.shape, apart.shape, all.shape]).toEqual([[7], [1, 1, 1, 7], [1, 1, 7], []]);
      expect(largestDifference(await mean.data(), means)).toBeLessThan(1e-6);
      expect(largestDifference(await kept.data(), sums)).toBeLessThan(1e-5);
      expect(largestDifference(await apart.data(), sums)).toBeLessThan(1e-5);
      expect(largestDifference(await all.data(), total)).toBeLessThan(1e-5);
    });
  });

  test('leaves trailing and middle axes, integers and booleans to tfjs', async () => {
    await withEagerBackend(async (tf) => {
      const x = tf.tensor3d([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [2, 3, 2]);
      expect([...(await tf.sum(x, 2).data())]).toEqual([3, 7, 11, 15, 19, 23]);
      expect([...(await tf.sum(x, 1).data())]).toEqual([9, 12, 27, 30]);
      const integers = tf.sum(tf.cast(x, 'int32'), [1, 2]);
      expect(integers.dtype).toBe('int32');
      expect([...(await integers.data())]).toEqual([21, 57]);
      expect([...(await tf.sum(tf.greater(x, 4), [1, 2]).data())]).toEqual([2, 6]);
    });
  });

  test('gives the same bits at every run', async () => {
    await withEagerBackend(async (tf) => {
      const x = tf.tensor2d(randomFloats(5000 * 3, 9), [5000, 3]);
      const first = await tf.sum(x, 0).data();
      expect(await tf.sum(x, 0).data()).toEqual(first);
    });
  });
});
