import type { Tensor } from '@tensorflow/tfjs-core';
import { describe, expect, test } from 'vitest';
import { createPrng } from '../../../src/core/prng.ts';
import { withEagerBackend } from '../eager-backend.ts';
import { largestDifference, randomFloats } from './random-values.ts';

const MOST_ERROR = 1e-6;

interface Product {
  readonly rows: number;
  readonly inner: number;
  readonly columns: number;
  readonly transposeA?: boolean;
  readonly transposeB?: boolean;
  readonly batches?: number;
  readonly activation?: 'linear' | 'relu';
}

/** Places of element (outer, inner) of a factor, whose rows are the outer axis unless it is transposed. */
function placeIn(outerSize: number, innerSize: number, innerFirst: boolean) {
  return (batch: number, outer: number, inner: number) =>
    batch * outerSize * innerSize + (innerFirst ? inner * outerSize + outer : outer * innerSize + inner);
}

/** Sums in float64, and Σ |a|·|b| of each, which rounding errors are measured by. */
function multiplyOnHost(product: Product, a: Float32Array, b: Float32Array) {
  const { batches = 1, rows, inner, columns, transposeA = false, transposeB = false } = product;
  const aPlace = placeIn(rows, inner, transposeA);
  const bPlace = placeIn(columns, inner, !transposeB);
  const sums = new Float64Array(batches * rows * columns);
  const scales = new Float64Array(sums.length);
  for (let i = 0; i < sums.length; i += 1) {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const [batch, rowInBatch] = [Math.floor(row / rows), row % rows];
    for (let k = 0; k < inner; k += 1) {
      const term = (a[aPlace(batch, rowInBatch, k)] ?? Number.NaN) * (b[bPlace(batch, column, k)] ?? Number.NaN);
      sums[i] = (sums[i] ?? 0) + term;
      scales[i] = (scales[i] ?? 0) + Math.abs(term);
    }
  }
  return { sums, scales };
}

async function expectExact(products: readonly Product[]): Promise<void> {
  await withEagerBackend(async (tf) => {
    for (const product of products) {
      const { batches, rows, inner, columns, transposeA = false, transposeB = false, activation } = product;
      const outer = batches === undefined ? [] : [batches];
      const aShape = [...outer, ...(transposeA ? [inner, rows] : [rows, inner])];
      const bShape = [...outer, ...(transposeB ? [columns, inner] : [inner, columns])];
      const a = randomFloats(tf.util.sizeFromShape(aShape), 1);
      const b = randomFloats(tf.util.sizeFromShape(bShape), 2);
      const bias = randomFloats(activation ? columns : 0, 3);
      const { sums, scales } = multiplyOnHost(product, a, b);
      const factors = { a: tf.tensor(a, aShape), b: tf.tensor(b, bShape), transposeA, transposeB };
      const value: Tensor = activation
        ? tf.fused.matMul({ ...factors, bias: tf.tensor1d(bias), activation })
        : tf.matMul(factors.a, factors.b, transposeA, transposeB);
      expect(value.shape).toEqual([...outer, rows, columns]);
      const shift = (i: number) => bias[i % columns] ?? 0;
      const biased = sums.map((sum, i) => sum + shift(i));
      const expected = activation === 'relu' ? biased.map((sum) => Math.max(sum, 0)) : biased;
      // In units of Σ |a|·|b| + |bias| of each value.
      const scaled = (values: ArrayLike<number>) =>
        scales.map((scale, i) => (values[i] ?? Number.NaN) / (scale + Math.abs(shift(i))));
      const error = largestDifference(scaled(await value.data()), scaled(expected));
      expect(error, JSON.stringify(product)).toBeLessThan(MOST_ERROR);
    }
  });
}

const TRANSPOSES = [
  { transposeA: false, transposeB: false },
  { transposeA: true, transposeB: false },
  { transposeA: false, transposeB: true },
  { transposeA: true, transposeB: true },
];

/** Odd sizes and multiples of four, about the edges of tiles. */
function randomProduct(seed: number): Product {
  const prng = createPrng(seed, 'product');
  const upTo = (most: number) => 1 + Math.floor(prng.nextFloat() * most);
  const size = () => (prng.nextFloat() < 0.5 ? 4 * upTo(5) : upTo(21));
  const activation = (['linear', 'relu'] as const)[Math.floor(seed / 4)];
  return {
    rows: size(),
    inner: size(),
    columns: size(),
    ...TRANSPOSES[seed % 4],
    ...(activation ? { activation } : {}),
  };
}

describe('a matrix product is that of sums in float64', () => {
  test.each(TRANSPOSES)('where it is one number, one row, one column, or one term: %j', async (transposes) => {
    const sizes = [
      [1, 1, 1],
      [1, 24, 12],
      [13, 8, 1],
      [9, 1, 7],
      [8, 12, 16],
      [9, 12, 20],
    ];
    await expectExact(sizes.map(([rows = 0, inner = 0, columns = 0]) => ({ rows, inner, columns, ...transposes })));
  });

  test('for random sizes, with bias and ReLU too', async () => {
    await expectExact(Array.from({ length: 12 }, (_, seed) => randomProduct(seed)));
  });

  test('with the largest tiles', async () => {
    await expectExact([
      { rows: 517, inner: 8, columns: 264, activation: 'relu' },
      { rows: 516, inner: 5, columns: 260, transposeA: true },
      { rows: 513, inner: 4, columns: 248, transposeB: true },
      { rows: 700, inner: 6, columns: 93 },
    ]);
  });

  test('for each of several matrices', async () => {
    const products = TRANSPOSES.map((transposes) => ({ batches: 3, rows: 6, inner: 8, columns: 12, ...transposes }));
    await expectExact([...products, { batches: 2, rows: 5, inner: 7, columns: 9 }]);
  });

  test('for long sums of few results, which several threads share', async () => {
    await expectExact([
      { rows: 128, inner: 1003, columns: 10, transposeA: true },
      { rows: 20, inner: 1000, columns: 24, transposeA: true },
      { rows: 3, inner: 2050, columns: 5, transposeA: true },
    ]);
  });
});

describe('a matrix product', () => {
  test('whose sums several threads share gives the same bits twice', async () => {
    await withEagerBackend(async (tf) => {
      const x = tf.tensor2d(randomFloats(1000 * 32, 1), [1000, 32]);
      const dy = tf.tensor2d(randomFloats(1000 * 12, 2), [1000, 12]);
      const gradient = async () => await tf.matMul(x, dy, true).data();
      expect(largestDifference(await gradient(), await gradient())).toBe(0);
    });
  });

  test('keeps rows and columns beyond its own out, even where they are not finite', async () => {
    await withEagerBackend(async (tf) => {
      const a = tf.tensor3d([1, 2, 3, Number.NaN, Number.NaN, Number.NaN], [2, 3, 1]);
      const b = tf.tensor3d([1, 10, Number.POSITIVE_INFINITY, 1], [2, 1, 2]);
      const values = [...(await tf.matMul(a, b).data())];
      expect(values.slice(0, 6)).toEqual([1, 10, 2, 20, 3, 30]);
    });
  });

  test('of one matrix with several, or with another activation, stays with tfjs', async () => {
    await withEagerBackend(async (tf) => {
      const a = tf.tensor3d([1, 2, 3, 4], [2, 1, 2]);
      const b = tf.tensor3d([1, -10], [1, 2, 1]);
      expect([...(await tf.matMul(a, b).data())]).toEqual([-19, -37]);
      const relu6 = tf.fused.matMul({ a: tf.tensor2d([[1], [-7]]), b: tf.tensor2d([[9, 3]]), activation: 'relu6' });
      expect([...(await relu6.data())]).toEqual([6, 3, 0, 0]);
    });
  });
});
