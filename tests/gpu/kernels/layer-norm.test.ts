import { describe, expect, test } from 'vitest';
import { layerNormGradients, normalizeRows, rowStatistics } from '../../../src/engine/kernels/layer-norm.ts';
import { withEagerBackend } from '../eager-backend.ts';
import { relativeError } from '../training/golden-values.ts';
import { randomFloats } from './random-values.ts';

interface Rows {
  readonly rows: number;
  readonly width: number;
  readonly x: Float32Array<ArrayBuffer>;
  readonly gain: Float32Array<ArrayBuffer>;
  readonly bias: Float32Array<ArrayBuffer>;
  readonly dy: Float32Array<ArrayBuffer>;
}

/** Values about a mean of 3, which costs the variance digits if it is taken as a difference of squares. */
function randomRows(rows: number, width: number): Rows {
  return {
    rows,
    width,
    x: randomFloats(rows * width, 1).map((value) => value + 3),
    gain: randomFloats(width, 2),
    bias: randomFloats(width, 3),
    dy: randomFloats(rows * width, 4),
  };
}

/** In double precision, as the derivative is written down in Ba et al., arXiv:1607.06450. */
function layerNormOnHost({ rows, width, x, gain, bias, dy }: Rows) {
  const y = new Float64Array(rows * width);
  const gradients = { x: new Float64Array(rows * width), gain: new Float64Array(width), bias: new Float64Array(width) };
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / width;
  for (let row = 0; row < rows; row += 1) {
    const own = Array.from(x.subarray(row * width, (row + 1) * width));
    const average = mean(own);
    const deviation = Math.sqrt(mean(own.map((value) => (value - average) ** 2)) + 1e-5);
    const normal = own.map((value) => (value - average) / deviation);
    const g = own.map((_, c) => (dy[row * width + c] ?? Number.NaN) * (gain[c] ?? Number.NaN));
    const projection = mean(g.map((value, c) => value * (normal[c] ?? Number.NaN)));
    normal.forEach((value, c) => {
      const i = row * width + c;
      y[i] = value * (gain[c] ?? Number.NaN) + (bias[c] ?? Number.NaN);
      gradients.x[i] = ((g[c] ?? Number.NaN) - mean(g) - value * projection) / deviation;
      gradients.gain[c] = (gradients.gain[c] ?? Number.NaN) + (dy[i] ?? Number.NaN) * value;
      gradients.bias[c] = (gradients.bias[c] ?? Number.NaN) + (dy[i] ?? Number.NaN);
    });
  }
  return { y, gradients };
}

describe('layer normalisation', () => {
  // One row; a width of one workgroup and one more; from 129 rows on, the gain's gradient has partial sums.
  test.each([
    [1, 5],
    [64, 64],
    [129, 7],
    [131, 65],
    [640, 128],
  ])('%i rows of %i: result and gradients', async (rows, width) => {
    await withEagerBackend(async (tf) => {
      const values = randomRows(rows, width);
      const expected = layerNormOnHost(values);
      const x = tf.tensor2d(values.x, [rows, width]);
      const normalized = { x, statistics: rowStatistics(x), gain: tf.tensor1d(values.gain) };
      const y = normalizeRows(normalized, tf.tensor1d(values.bias));
      const gradients = layerNormGradients(tf.tensor2d(values.dy, [rows, width]), normalized);
      expect([y.shape, gradients.x.shape, gradients.gain.shape]).toEqual([[rows, width], [rows, width], [width]]);
      expect(relativeError(await y.data(), expected.y)).toBeLessThan(2e-6);
      expect(relativeError(await gradients.x.data(), expected.gradients.x)).toBeLessThan(5e-6);
      expect(relativeError(await gradients.gain.data(), expected.gradients.gain)).toBeLessThan(5e-6);
      expect(relativeError(await gradients.bias.data(), expected.gradients.bias)).toBeLessThan(2e-6);
    });
  });

  test('a row of equal values is its bias, and takes no gradient', async () => {
    await withEagerBackend(async (tf) => {
      const x = tf.fill([2, 3], 5);
      const rows = { x, statistics: rowStatistics(x), gain: tf.tensor1d([2, 3, 4]) };
      expect([...(await normalizeRows(rows, tf.tensor1d([1, 0, -1])).data())]).toEqual([1, 0, -1, 1, 0, -1]);
      const { gain } = layerNormGradients(tf.ones([2, 3]), rows);
      expect([...(await gain.data())]).toEqual([0, 0, 0]);
    });
  });
});
