import { describe, expect, test } from 'vitest';
import { globalAveragePool } from '../../../src/engine/kernels/global-average-pool.ts';
import { withEagerBackend } from '../eager-backend.ts';
import { largestDifference, randomFloats } from './random-values.ts';

const product = (shape: readonly number[]): number => shape.reduce((total, length) => total * length, 1);

describe('global average pool', () => {
  test('means and their gradient, of one pixel and of odd images', async () => {
    await withEagerBackend(async (tf) => {
      for (const shape of [
        [2, 1, 1, 3],
        [3, 5, 7, 9],
        [1, 8, 8, 66],
      ] as const) {
        const [examples, height, width, channels] = shape;
        const x = randomFloats(product(shape), 1);
        const dy = randomFloats(examples * channels, 2);
        const pixels = height * width;
        const pooled = (of: (example: number, channel: number) => number) =>
          Float64Array.from({ length: examples * channels }, (_, i) => of(Math.floor(i / channels), i % channels));
        const expected = pooled((example, channel) => {
          let sum = 0;
          for (let p = 0; p < pixels; p += 1) sum += x[(example * pixels + p) * channels + channel] ?? Number.NaN;
          return sum / pixels;
        });
        const input = tf.tensor(x, [...shape]);
        expect(largestDifference(await globalAveragePool(input).data(), expected)).toBeLessThan(3e-7);
        const dx = tf.grad(globalAveragePool)(input, tf.tensor(dy, [examples, channels]));
        const spread = x.map(
          (_, i) => (dy[Math.floor(i / channels / pixels) * channels + (i % channels)] ?? 0) / pixels,
        );
        expect(dx.shape).toEqual([...shape]);
        expect(largestDifference(await dx.data(), spread)).toBeLessThan(1e-7);
      }
    });
  });
});
