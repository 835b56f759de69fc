import { expect, test } from 'vitest';
import {
  METRIC,
  METRICS_WORDS,
  readMetrics,
  UPDATE_BLOCK_WORDS,
  writeUpdateBlock,
} from '../../../../src/engine/training/update-block.ts';

test('the update block holds the learning rate, the batch and nothing of the update before', () => {
  const block = new Float32Array(UPDATE_BLOCK_WORDS).fill(9);
  writeUpdateBlock(block, { learningRate: 0.25, examples: 17 });
  expect([...block]).toEqual([0.25, 17, 0, 0]);
});

test('metrics are read from their places', () => {
  const block = new Float32Array(METRICS_WORDS);
  block[METRIC.loss] = 2.5;
  block[METRIC.accuracy] = 0.5;
  block[METRIC.gradientNorm] = 4;
  block[METRIC.updates] = 41;
  const metrics = { loss: 2.5, accuracy: 0.5, gradientNorm: 4, skipped: false, updates: 41 };
  expect(readMetrics(block)).toEqual(metrics);
  block[METRIC.skipped] = 1;
  block[METRIC.loss] = Number.NaN;
  expect(readMetrics(block)).toEqual({ ...metrics, loss: Number.NaN, skipped: true });
});
