import { describe, expect, test } from 'vitest';
import { stridedShortcut } from '../../../src/engine/kernels/strided-shortcut.ts';
import { withEagerBackend } from '../eager-backend.ts';
import { largestDifference, randomFloats } from './random-values.ts';

const product = (shape: readonly number[]): number => shape.reduce((total, length) => total * length, 1);

describe('shortcut without parameters', () => {
  test('every second pixel, new channels on both sides; the gradient goes back to the same pixels', async () => {
    await withEagerBackend(async (tf) => {
      for (const [shape, outChannels] of [
        [[2, 4, 6, 3], 6],
        [[1, 5, 3, 4], 8],
        [[2, 2, 2, 2], 2],
      ] as const) {
        const [examples, height, width, channels] = shape;
        const outShape = [examples, Math.ceil(height / 2), Math.ceil(width / 2), outChannels] as const;
        const before = Math.floor((outChannels - channels) / 2);
        const x = randomFloats(product(shape), 3);
        const dy = randomFloats(product(outShape), 4);
        const expected = new Float32Array(product(outShape));
        const gradient = new Float32Array(product(shape));
        for (let e = 0; e < examples; e += 1) {
          for (let y = 0; y < height; y += 2) {
            for (let z = 0; z < width; z += 2) {
              for (let c = 0; c < channels; c += 1) {
                const from = ((e * height + y) * width + z) * channels + c;
                const to = ((e * outShape[1] + y / 2) * outShape[2] + z / 2) * outChannels + before + c;
                expected[to] = x[from] ?? Number.NaN;
                gradient[from] = dy[to] ?? Number.NaN;
              }
            }
          }
        }
        const input = tf.tensor(x, [...shape]);
        const output = stridedShortcut(input, outChannels);
        expect(output.shape).toEqual([...outShape]);
        expect(largestDifference(await output.data(), expected)).toBe(0);
        const dx = tf.grad((t) => stridedShortcut(t, outChannels))(input, tf.tensor(dy, [...outShape]));
        expect(largestDifference(await dx.data(), gradient)).toBe(0);
      }
    });
  });
});
