import { expect, test } from 'vitest';
import { accumulateStatistics } from '../../../src/engine/kernels/batch-statistics.ts';
import { withEagerBackend } from '../eager-backend.ts';

test('the variance of a batch keeps its digits where a mean is ten thousand times the deviation', async () => {
  await withEagerBackend(async (tf) => {
    const running = tf.tensor([10_000, 1], [2, 1]);
    const sums = tf.tensor([0, 0], [2, 1]);
    const share = tf.tensor1d([0.5]);
    for (const mean of [10_000.5, 9_999.5]) {
      // Mean, inverse deviation, variance.
      const moments = tf.tensor([mean, 1, 1], [3, 1]);
      accumulateStatistics({ sums, running, share }, moments, { first: 0, channels: 1, all: 1 });
    }
    // Two slices of variance 1, whose means are 1/2 above and below: 1 + 1/4, about a mean of 10,000. Squares of the means
    // themselves are known to ± 4 in float32.
    expect([...(await sums.data())]).toEqual([0, 1.25]);
  });
});
