import type * as tensorflow from '@tensorflow/tfjs-core';
import { describe, expect, test } from 'vitest';
import { accumulateMetrics } from '../../../src/engine/kernels/accumulate-metrics.ts';
import { classificationLoss } from '../../../src/engine/models/classification-loss.ts';
import { withEagerBackend } from '../eager-backend.ts';
import { largestDifference, randomFloats, randomIntegers } from './random-values.ts';

interface Batch {
  readonly examples: number;
  readonly classes: number;
  readonly logits: Float32Array<ArrayBuffer>;
  readonly labels: Int32Array<ArrayBuffer>;
  readonly weights: Float32Array<ArrayBuffer>;
}

/** First and last class are the first two labels; every fifth example has weight 0. */
function randomBatch(examples: number, classes: number, scale = 8): Batch {
  const logits = randomFloats(examples * classes, 11, scale);
  const labels = randomIntegers(examples, 12, classes);
  labels[0] = classes - 1;
  if (examples > 1) labels[1] = 0;
  const weights = randomFloats(examples, 13).map((value, i) => (i % 5 === 4 ? 0 : Math.abs(value) / examples));
  return { examples, classes, logits, labels, weights };
}

/** In double precision: Σ w·loss, Σ w·correct (first largest logit), and the gradient of the first by the logits. */
function lossOnHost({ examples, classes, logits, labels, weights }: Batch) {
  let loss = 0;
  let accuracy = 0;
  const gradient = new Float64Array(logits.length);
  for (let example = 0; example < examples; example += 1) {
    const row = Array.from(logits.subarray(example * classes, (example + 1) * classes));
    const largest = Math.max(...row);
    const sum = row.reduce((total, logit) => total + Math.exp(logit - largest), 0);
    const label = labels[example] ?? Number.NaN;
    const weight = weights[example] ?? Number.NaN;
    loss += weight * (Math.log(sum) + largest - (row[label] ?? Number.NaN));
    accuracy += row.indexOf(largest) === label ? weight : 0;
    row.forEach((logit, c) => {
      gradient[example * classes + c] = weight * (Math.exp(logit - largest) / sum - (c === label ? 1 : 0));
    });
  }
  return { loss, accuracy, gradient };
}

async function lossOnDevice(tf: typeof tensorflow, batch: Batch, before: number) {
  const { examples, classes, weights } = batch;
  const labels = tf.tensor1d(batch.labels, 'int32');
  const logits = tf.tensor2d(batch.logits, [examples, classes]);
  const metrics = tf.fill([8], before);
  const { value, grad } = tf.valueAndGrad((x) => {
    const { loss, terms } = classificationLoss(x, labels, tf.tensor1d(weights));
    accumulateMetrics(metrics, terms);
    return loss;
  })(logits, tf.scalar(2));
  const block = await metrics.data();
  return { loss: (await value.data())[0] ?? Number.NaN, block, gradient: await grad.data() };
}

describe('softmax cross-entropy', () => {
  // 128 examples are the last whose metrics are summed in one stage; 64 fill a workgroup.
  test.each([
    [1, 1],
    [1, 10],
    [2, 3],
    [63, 10],
    [65, 2],
    [128, 10],
    [129, 7],
    [5, 1000],
    [1000, 10],
  ])('%i examples of %i classes: loss, accuracy and gradient', async (examples, classes) => {
    await withEagerBackend(async (tf) => {
      const batch = randomBatch(examples, classes);
      const expected = lossOnHost(batch);
      const actual = await lossOnDevice(tf, batch, 3);
      const scale = Math.max(expected.loss, 1);
      expect(Math.abs(actual.loss - expected.loss) / scale).toBeLessThan(2e-6);
      expect(Math.abs((actual.block[0] ?? Number.NaN) - 3 - expected.loss) / scale).toBeLessThan(2e-6);
      expect(Math.abs((actual.block[1] ?? Number.NaN) - 3 - expected.accuracy)).toBeLessThan(1e-6);
      expect([...actual.block.slice(2)]).toEqual([3, 3, 3, 3, 3, 3]);
      // dy is 2.
      const gradient = expected.gradient.map((value) => 2 * value);
      expect(largestDifference(actual.gradient, gradient) * examples).toBeLessThan(1e-6);
    });
  });

  test('the gradient is the slope of the loss', async () => {
    await withEagerBackend(async (tf) => {
      const batch = randomBatch(3, 4);
      const { gradient } = await lossOnDevice(tf, batch, 0);
      const step = 1 / 64;
      for (const at of [0, 3, 6, 11]) {
        const losses = [step, -step].map((change) => {
          const logits = batch.logits.slice();
          logits[at] = (logits[at] ?? 0) + change;
          return lossOnHost({ ...batch, logits }).loss;
        });
        const slope = ((losses[0] ?? 0) - (losses[1] ?? 0)) / (2 * step);
        expect(Math.abs((gradient[at] ?? Number.NaN) - 2 * slope)).toBeLessThan(1e-4);
      }
    });
  });

  test('of 16,384 examples the metrics keep six digits', async () => {
    await withEagerBackend(async (tf) => {
      const batch = randomBatch(16_384, 3);
      const expected = lossOnHost(batch);
      const { block } = await lossOnDevice(tf, batch, 0);
      expect(Math.abs((block[0] ?? Number.NaN) / expected.loss - 1)).toBeLessThan(1e-6);
      expect(Math.abs((block[1] ?? Number.NaN) / expected.accuracy - 1)).toBeLessThan(1e-6);
    });
  });

  test('equal logits count as the first class, and logits of a thousand overflow nowhere', async () => {
    await withEagerBackend(async (tf) => {
      const logits = Float32Array.of(1000, 1000, 1000, -1000, 1000, 0, 5, 5, 5);
      const weights = Float32Array.of(0.25, 0.5, 0.25);
      const batch: Batch = { examples: 3, classes: 3, logits, labels: Int32Array.of(0, 0, 2), weights };
      const expected = lossOnHost(batch);
      const { block, gradient } = await lossOnDevice(tf, batch, 0);
      expect(block[1]).toBe(0.25);
      expect(Math.abs((block[0] ?? Number.NaN) / expected.loss - 1)).toBeLessThan(1e-6);
      expect(
        largestDifference(
          gradient,
          expected.gradient.map((value) => 2 * value),
        ),
      ).toBeLessThan(1e-6);
    });
  });

  test.each([
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
  ])('a logit of %s makes loss and gradient of its example NaN, wherever it stands', async (_, logit) => {
    await withEagerBackend(async (tf) => {
      for (const at of [0, 1, 5]) {
        const batch = randomBatch(2, 3);
        batch.logits[at] = logit;
        const { block, gradient } = await lossOnDevice(tf, batch, 0);
        expect(block[0]).toBeNaN();
        expect([...gradient].map(Number.isNaN)).toEqual([at < 3, at < 3, at < 3, at > 2, at > 2, at > 2]);
      }
    });
  });
});
