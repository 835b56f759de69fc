import { expect, test } from 'vitest';
import { gelu, geluGradient } from '../../../src/engine/kernels/gelu.ts';
import { withEagerBackend } from '../eager-backend.ts';
import { largestDifference } from './random-values.ts';

/** φ(x) · (x + x³ / 3 + x⁵ / 15 + …) is Φ(x) − ½; all terms have one sign, so no digits are lost. */
function normal(x: number): { readonly below: number; readonly density: number } {
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  let term = x;
  let sum = x;
  for (let n = 1; Math.abs(term) > 1e-18 * Math.abs(sum); n += 1) {
    term *= (x * x) / (2 * n + 1);
    sum += term;
  }
  return { below: 0.5 + density * sum, density };
}

test('GELU and its gradient are the exact ones, by the normal distribution, from −8 to 8 and far away', async () => {
  await withEagerBackend(async (tf) => {
    // 1,025 values: more than 16 workgroups of 64.
    const x = Float32Array.from({ length: 1025 }, (_, i) => (i - 512) / 64);
    const dy = x.map((_, i) => 1 + (i % 3));
    const y = await gelu(tf.tensor1d(x)).data();
    const gradient = await geluGradient(tf.tensor1d(dy), tf.tensor1d(x)).data();
    const expected = Array.from(x, normal);
    const values = expected.map(({ below }, i) => (x[i] ?? Number.NaN) * below);
    const slopes = expected.map(({ below, density }, i) => (dy[i] ?? Number.NaN) * (below + (x[i] ?? 0) * density));
    expect(largestDifference(y, values)).toBeLessThan(1e-6);
    expect(largestDifference(gradient, slopes)).toBeLessThan(2e-6);
    const far = tf.tensor1d([-1000, -50, 50, 1000]);
    expect([...(await gelu(far).data())].map((value) => value + 0)).toEqual([0, 0, 50, 1000]);
    expect([...(await geluGradient(tf.ones([4]), far).data())].map((value) => value + 0)).toEqual([0, 0, 1, 1]);
  });
});
