import type { Tensor } from '@tensorflow/tfjs-core';
import { describe, expect, test } from 'vitest';
import { embedding, withFrozenLastRow } from '../../../src/engine/kernels/embedding.ts';
import { addRowsByToken, tokenOrder } from '../../../src/engine/kernels/embedding-gradient.ts';
import { withEagerBackend } from '../eager-backend.ts';
import { largestDifference, randomFloats, randomIntegers } from './random-values.ts';

/** Σ of the rows of each token, in double precision. */
function sumsByToken(rows: ArrayLike<number>, ids: ArrayLike<number>, vocabulary: number, width: number): Float64Array {
  const sums = new Float64Array(vocabulary * width);
  for (let i = 0; i < rows.length; i += 1) {
    const at = (ids[Math.floor(i / width)] ?? Number.NaN) * width + (i % width);
    sums[at] = (sums[at] ?? Number.NaN) + (rows[i] ?? Number.NaN);
  }
  return sums;
}

describe('embedding', () => {
  // m, T, vocabulary, width: one token; tokens that never come; a token with several chunks of 64 rows, and one of exactly 64.
  test.each([
    [1, 1, 1, 1],
    [3, 5, 100, 7],
    [5, 64, 2, 3],
    [8, 8, 1, 5],
    [4, 129, 6, 66],
  ])('m = %i, T = %i, vocabulary %i, width %i: rows, and the table’s gradient', async (m, steps, vocabulary, width) => {
    await withEagerBackend(async (tf) => {
      const table = randomFloats(vocabulary * width, 1);
      const ids = randomIntegers(m * steps, 2, vocabulary);
      const dy = randomFloats(m * steps * width, 3);
      const idTensor = tf.tensor2d(ids, [m, steps], 'int32');
      const lookUp = tf.valueAndGrad((t) => embedding(t, idTensor));
      const { value, grad } = lookUp(tf.tensor2d(table, [vocabulary, width]), tf.tensor3d(dy, [m, steps, width]));
      expect([value.shape, grad.shape]).toEqual([
        [m, steps, width],
        [vocabulary, width],
      ]);
      const rows = Float32Array.from(dy, (_, i) => table[(ids[Math.floor(i / width)] ?? 0) * width + (i % width)] ?? 0);
      expect(largestDifference(await value.data(), rows)).toBe(0);
      // Values are multiples of 2^-15 up to 1, so sums of up to 256 of them are exact.
      expect(largestDifference(await grad.data(), sumsByToken(dy, ids, vocabulary, width))).toBe(0);
    });
  });

  test('the gradient has the same bits in two runs', async () => {
    await withEagerBackend(async (tf) => {
      const ids = tf.tensor2d(randomIntegers(640, 4, 5), [10, 64], 'int32');
      // Thirds, so that every sum is rounded and another order would show.
      const dy = tf.tensor3d(randomFloats(640 * 3, 5, 1 / 3), [10, 64, 3]);
      const gradient = () =>
        tf
          .grad((t) => embedding(t, ids))(tf.zeros([5, 3]), dy)
          .data();
      expect(await gradient()).toEqual(await gradient());
    });
  });

  test('the last row of a frozen table has no gradient, the others theirs', async () => {
    await withEagerBackend(async (tf) => {
      const table = tf.tensor2d([1, 2, 3, 4, 0, 0], [3, 2]);
      const ids = tf.tensor2d([2, 0, 2, 1], [2, 2], 'int32');
      const look = (t: Tensor) => embedding(withFrozenLastRow(t), ids);
      expect([...(await look(table).data())]).toEqual([0, 0, 1, 2, 0, 0, 3, 4]);
      const gradient = tf.grad(look)(table, tf.tensor3d([1, 2, 3, 4, 5, 6, 7, 8], [2, 2, 2]));
      expect([...(await gradient.data())]).toEqual([3, 4, 7, 8, 0, 0]);
    });
  });
});

describe('rows by token', () => {
  test('each block of rows is sorted for itself, and rows of one token keep their order', async () => {
    await withEagerBackend(async (tf) => {
      const order = tokenOrder(tf.tensor1d([2, 0, 2, 1, 1, 0, 1, 3], 'int32'), 4, 5);
      expect([...(await order.data())]).toEqual([1, 3, 4, 0, 2, 5, 6, 7]);
    });
  });

  test('a block adds to what is there, and takes its last columns from where they lie', async () => {
    await withEagerBackend(async (tf) => {
      const ids = tf.tensor1d([0, 0, 1, 0, 1], 'int32');
      const table = tf.tensor2d([100, 200, 300, 400], [2, 2]);
      // Rows 2, 3 and 4: first columns 1, 2 and 3 with a gap after each, second columns 10, 20 and 30 from element 7 on.
      const values = tf.tensor1d([1, 0, 2, 0, 3, 0, 0, 10, 20, 30]);
      const block = { firstRow: 2, rows: 3, stride: 2, split: 1, tailStart: 7 };
      addRowsByToken(table, { ids, order: tf.tensor1d([0, 1, 3, 2, 4], 'int32'), values, ...block });
      expect([...(await tf.add(table, 0).data())]).toEqual([102, 220, 304, 440]);
    });
  });
});
