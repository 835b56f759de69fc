import { expect, test } from 'vitest';
import { maxOverTime } from '../../../src/engine/kernels/max-over-time.ts';
import { withEagerBackend } from '../eager-backend.ts';
import { largestDifference, randomIntegers } from './random-values.ts';

test('maximum over time: values and first times, ties included, sizes around a workgroup’s', async () => {
  await withEagerBackend(async (tf) => {
    for (const [steps, m, channels] of [
      [1, 1, 1],
      [7, 3, 21],
      [100, 8, 8],
      [1000, 1, 65],
    ] as const) {
      const size = m * channels;
      // Few different values: most columns have several equal maxima.
      const x = Float32Array.from(randomIntegers(steps * size, 6, steps), (value) => value - 3);
      const times = Array.from({ length: size }, (_, column) => {
        let best = 0;
        for (let t = 1; t < steps; t += 1) {
          if ((x[t * size + column] ?? 0) > (x[best * size + column] ?? 0)) best = t;
        }
        return best;
      });
      const actual = maxOverTime(tf.tensor3d(x, [steps, m, channels]));
      expect([actual.values.shape, actual.times.shape, actual.times.dtype]).toEqual([
        [m, channels],
        [m, channels],
        'int32',
      ]);
      expect([...(await actual.times.data())]).toEqual(times);
      const values = times.map((time, column) => x[time * size + column] ?? Number.NaN);
      expect(largestDifference(await actual.values.data(), values)).toBe(0);
    }
  });
});

test('maximum over time: the first NaN is the maximum, wherever it stands', async () => {
  await withEagerBackend(async (tf) => {
    const { NaN: nan, POSITIVE_INFINITY: plus, NEGATIVE_INFINITY: minus } = Number;
    // Four columns, three steps.
    const x = tf.tensor3d([minus, 1, nan, 5, minus, nan, plus, plus, minus, nan, 2, nan], [3, 1, 4]);
    const { values, times } = maxOverTime(x);
    expect([...(await times.data())]).toEqual([0, 1, 0, 2]);
    expect([...(await values.data())]).toEqual([minus, nan, nan, nan]);
  });
});
