import type { Tensor } from '@tensorflow/tfjs-core';
import { describe, expect, test } from 'vitest';
import { maxPool, maxPoolRelu, type PoolPlacement } from '../../../src/engine/kernels/max-pool.ts';
import { withEagerBackend } from '../eager-backend.ts';
import { largestDifference, randomFloats, randomIntegers } from './random-values.ts';

type Shape = readonly [number, number, number, number];

/**
 * Pools [m, height, width, channels] on the host; the gradient goes to the first maximum of each window, with ReLU only
 * where that is positive.
 */
function poolOnHost(
  x: ArrayLike<number>,
  [examples, height, width, channels]: Shape,
  window: number,
  relu: boolean,
  { stride, padding }: PoolPlacement = { stride: window, padding: 0 },
) {
  const outHeight = Math.floor((height + 2 * padding - window) / stride) + 1;
  const outWidth = Math.floor((width + 2 * padding - window) / stride) + 1;
  const values: number[] = [];
  const sources: number[] = [];
  for (let example = 0; example < examples; example += 1) {
    for (let row = 0; row < outHeight; row += 1) {
      for (let column = 0; column < outWidth; column += 1) {
        for (let channel = 0; channel < channels; channel += 1) {
          let source = -1;
          for (let place = 0; place < window * window; place += 1) {
            const y = row * stride - padding + Math.floor(place / window);
            const z = column * stride - padding + (place % window);
            if (y < 0 || y >= height || z < 0 || z >= width) continue;
            const at = ((example * height + y) * width + z) * channels + channel;
            if (source < 0 || (x[at] ?? Number.NaN) > (x[source] ?? Number.NaN)) source = at;
          }
          const value = x[source] ?? Number.NaN;
          const isDead = relu && value <= 0;
          values.push(isDead ? 0 : value);
          sources.push(isDead ? -1 : source);
        }
      }
    }
  }
  const gradient = (dy: ArrayLike<number>) => {
    const dx = new Float32Array(x.length);
    sources.forEach((source, output) => {
      if (source >= 0) dx[source] = (dx[source] ?? 0) + (dy[output] ?? Number.NaN);
    });
    return dx;
  };
  return { values, outShape: [examples, outHeight, outWidth, channels], gradient };
}

describe('max-pool', () => {
  // Places of 1 to 9 bits; ragged borders; outputs that fill no whole word.
  const shapes: readonly (readonly [Shape, number])[] = [
    [[1, 2, 2, 1], 2],
    [[3, 24, 24, 24], 2],
    [[2, 7, 5, 3], 2],
    [[1, 8, 10, 65], 3],
    [[2, 9, 8, 5], 4],
    [[1, 17, 16, 2], 5],
    [[1, 33, 32, 3], 16],
    [[2, 3, 3, 4], 1],
  ];
  const cases = shapes.flatMap(([shape, window]) => [[shape, window, false] as const, [shape, window, true] as const]);
  test.each(cases)(
    'shape %j, window %i, ReLU %j: values and gradient to the bit, ties included',
    async (...settings) => {
      const [shape, window, relu] = settings;
      await withEagerBackend(async (tf) => {
        const size = shape.reduce((total, length) => total * length, 1);
        // Four different values, two of them not positive: most windows have several equal maxima.
        const x = Float32Array.from(randomIntegers(size, 3, 4), (value) => value - 1);
        const expected = poolOnHost(x, shape, window, relu);
        const dy = randomFloats(expected.values.length, 5);
        const input = tf.tensor4d(x, [...shape]);
        const pool = (t: Tensor) => (relu ? maxPoolRelu(t, window) : maxPool(t, window));
        const output = pool(input);
        expect(output.shape).toEqual(expected.outShape);
        expect(largestDifference(await output.data(), expected.values)).toBe(0);
        const dx = tf.grad(pool)(input, tf.tensor(dy, expected.outShape));
        expect(dx.shape).toEqual(shape);
        expect(largestDifference(await dx.data(), expected.gradient(dy))).toBe(0);
      });
    },
  );

  test('windows that overlap and reach beyond the image: gradients add up, and only pixels are maxima', async () => {
    await withEagerBackend(async (tf) => {
      const cases: readonly (readonly [Shape, number, PoolPlacement])[] = [
        [[2, 8, 6, 3], 3, { stride: 2, padding: 1 }],
        [[1, 7, 9, 5], 3, { stride: 2, padding: 1 }],
        [[2, 1, 1, 4], 3, { stride: 2, padding: 1 }],
        [[1, 6, 5, 2], 4, { stride: 1, padding: 3 }],
        [[1, 7, 7, 3], 2, { stride: 3, padding: 0 }],
      ];
      for (const [shape, window, placement] of cases) {
        const size = shape.reduce((total, length) => total * length, 1);
        // Negative, so that a border of zeros would win; several equal maxima.
        const x = Float32Array.from(randomIntegers(size, 4, 6), (value) => value - 7);
        const expected = poolOnHost(x, shape, window, false, placement);
        // Sixteenths: sums of them are exact.
        const dy = randomFloats(expected.values.length, 6).map((value) => Math.round(16 * value) / 16);
        const input = tf.tensor4d(x, [...shape]);
        const pool = (t: Tensor) => maxPool(t, window, placement);
        const output = pool(input);
        expect(output.shape).toEqual(expected.outShape);
        expect(largestDifference(await output.data(), expected.values)).toBe(0);
        const dx = tf.grad(pool)(input, tf.tensor(dy, expected.outShape));
        expect(largestDifference(await dx.data(), expected.gradient(dy))).toBe(0);
      }
    });
  });

  test('of infinities and NaN keeps what PyTorch keeps', async () => {
    await withEagerBackend(async (tf) => {
      const { NaN: nan, POSITIVE_INFINITY: plus, NEGATIVE_INFINITY: minus } = Number;
      const windows = [minus, minus, minus, minus, 1, plus, plus, 0, 1, nan, 2, plus, nan, 1, 1, 1];
      const x = tf.tensor4d(windows, [4, 2, 2, 1]);
      expect([...(await maxPool(x, 2).data())]).toEqual([minus, plus, nan, nan]);
      const dx = tf.grad((t) => maxPool(t, 2))(x, tf.ones([4, 1, 1, 1]));
      expect([...(await dx.data())]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0]);
      expect([...(await maxPoolRelu(x, 2).data())]).toEqual([0, plus, nan, nan]);
    });
  });

  test('takes no window that it cannot pack', async () => {
    await withEagerBackend(async (tf) => {
      const x = tf.zeros([1, 17, 17, 1]);
      expect(() => maxPool(x, 17)).toThrow('windows of 1 to 16');
      expect(() => maxPool(x, 1.5)).toThrow('windows of 1 to 16');
      expect(() => maxPool(tf.zeros([17, 17, 1]), 2)).toThrow('rank 4');
      expect(() => maxPool(x, 2, { stride: 2, padding: 2 })).toThrow('no padding of 2 with windows of 2');
    });
  });
});
