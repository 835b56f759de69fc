import { describe, expect, test } from 'vitest';
import { causalAttention } from '../../../src/engine/kernels/causal-attention.ts';
import { withEagerBackend } from '../eager-backend.ts';
import { relativeError } from '../training/golden-values.ts';
import { randomFloats } from './random-values.ts';

interface Shape {
  readonly m: number;
  readonly steps: number;
  readonly heads: number;
  readonly headWidth: number;
}

/** In double precision and by the definition: all scores, all probabilities, and the chain rule through the softmax. */
function attentionOnHost(qkv: Float32Array, dy: Float32Array, { m, steps, heads, headWidth }: Shape) {
  const width = heads * headWidth;
  const y = new Float64Array(dy.length);
  const gradient = new Float64Array(qkv.length);
  const scale = 1 / Math.sqrt(headWidth);
  const at = (array: ArrayLike<number>, i: number) => array[i] ?? Number.NaN;
  const add = (array: Float64Array, i: number, value: number) => {
    array[i] = at(array, i) + value;
  };
  const columns = Array.from({ length: headWidth }, (_, c) => c);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  for (let pair = 0; pair < m * heads; pair += 1) {
    const first = Math.floor(pair / heads) * steps;
    const head = (pair % heads) * headWidth;
    const input = (row: number, part: number) => (first + row) * 3 * width + part * width + head;
    const output = (row: number) => (first + row) * width + head;
    for (let row = 0; row < steps; row += 1) {
      const seen = Array.from({ length: row + 1 }, (_, other) => other);
      const score = (other: number) =>
        scale * sum(columns.map((c) => at(qkv, input(row, 0) + c) * at(qkv, input(other, 1) + c)));
      const largest = Math.max(...seen.map(score));
      const weights = seen.map((other) => Math.exp(score(other) - largest));
      const probabilities = weights.map((weight) => weight / sum(weights));
      const dp = seen.map((other) => sum(columns.map((c) => at(dy, output(row) + c) * at(qkv, input(other, 2) + c))));
      const mean = sum(seen.map((other) => at(probabilities, other) * at(dp, other)));
      for (const other of seen) {
        const p = at(probabilities, other);
        const ds = scale * p * (at(dp, other) - mean);
        for (const c of columns) {
          add(y, output(row) + c, p * at(qkv, input(other, 2) + c));
          add(gradient, input(row, 0) + c, ds * at(qkv, input(other, 1) + c));
          add(gradient, input(other, 1) + c, ds * at(qkv, input(row, 0) + c));
          add(gradient, input(other, 2) + c, p * at(dy, output(row) + c));
        }
      }
    }
  }
  return { y, gradient };
}

async function attentionOnDevice(qkv: Float32Array<ArrayBuffer>, dy: Float32Array<ArrayBuffer>, shape: Shape) {
  return withEagerBackend(async (tf) => {
    const { m, steps, heads, headWidth } = shape;
    const attend = tf.valueAndGrad((x) => causalAttention(x, steps, heads));
    const width = heads * headWidth;
    const { value, grad } = attend(tf.tensor2d(qkv, [m * steps, 3 * width]), tf.tensor2d(dy, [m * steps, width]));
    return { y: Float32Array.from(await value.data()), gradient: Float32Array.from(await grad.data()) };
  });
}

describe('causal attention: result and gradient', () => {
  test.each([
    [1, 1, 1, 4],
    [3, 5, 2, 8],
    [5, 33, 3, 4],
    [1, 64, 1, 12],
    [2, 65, 2, 4],
    [1, 128, 3, 8],
  ])('m = %i, T = %i, %i heads of %i', async (m, steps, heads, headWidth) => {
    const shape = { m, steps, heads, headWidth };
    const rows = m * steps * heads * headWidth;
    // Scores spread over about ±8, so that some probabilities are near 1 and many near 0.
    const qkv = randomFloats(3 * rows, 1, 4);
    const dy = randomFloats(rows, 2);
    const expected = attentionOnHost(qkv, dy, shape);
    const actual = await attentionOnDevice(qkv, dy, shape);
    expect(relativeError(actual.y, expected.y)).toBeLessThan(2e-6);
    expect(relativeError(actual.gradient, expected.gradient)).toBeLessThan(1e-5);
  });

  test('no row depends on later rows, nor on another example', async () => {
    const shape = { m: 2, steps: 5, heads: 1, headWidth: 4 };
    const qkv = randomFloats(2 * 5 * 12, 1);
    const other = qkv.slice();
    // Row 3 of the first example, and with it its rows 3 and 4.
    other.set(randomFloats(12, 9), 3 * 12);
    const dy = randomFloats(2 * 5 * 4, 2);
    const [before, after] = [await attentionOnDevice(qkv, dy, shape), await attentionOnDevice(other, dy, shape)];
    expect(after.y.subarray(0, 12)).toEqual(before.y.subarray(0, 12));
    expect(after.y.subarray(12, 20)).not.toEqual(before.y.subarray(12, 20));
    expect(after.y.subarray(20)).toEqual(before.y.subarray(20));
  });

  test('scores beyond the range of exp are no trouble', async () => {
    const shape = { m: 1, steps: 9, heads: 1, headWidth: 4 };
    // Small whole numbers, so that scores are exact: they reach 288, and exp ends at 88. Their logarithms are not exact.
    const qkv = Float32Array.from({ length: 9 * 12 }, (_, i) => (i % 12 < 8 ? ((i * 7) % 25) - 12 : i % 5));
    const dy = randomFloats(36, 2);
    const expected = attentionOnHost(qkv, dy, shape);
    const actual = await attentionOnDevice(qkv, dy, shape);
    expect(relativeError(actual.y, expected.y)).toBeLessThan(5e-5);
    expect(relativeError(actual.gradient, expected.gradient)).toBeLessThan(1e-4);
  });

  test('heads whose width is no multiple of 4 are refused', async () => {
    const shape = { m: 1, steps: 2, heads: 2, headWidth: 3 };
    await expect(attentionOnDevice(randomFloats(36, 1), randomFloats(12, 2), shape)).rejects.toThrow('multiple of 4');
  });
});
