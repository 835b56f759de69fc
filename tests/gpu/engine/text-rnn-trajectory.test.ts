import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSyntheticTokens } from '../../../src/engine/datasets/synthetic-tokens.ts';
import { textRnn } from '../../../src/engine/models/text-rnn.ts';
import { WORKLOADS, type Workload } from '../../../src/engine/workload.ts';
import { relativeError } from '../training/golden-values.ts';
import { openEngine, type TestEngine, testConfig } from './engine-harness.ts';
import { trainWorkload } from './train-workload.ts';

const STEPS = 6;
const VOCABULARY = 11;
const CLASSES = 3;
const UPDATES = 20;
const DATA = createSyntheticTokens({
  seed: 1,
  trainExamples: 14,
  testExamples: 2,
  steps: STEPS,
  vocabulary: VOCABULARY,
  classes: CLASSES,
});

const TINY: Workload = {
  ...WORKLOADS['textrnn-synthetic'],
  key: 'tiny',
  model: textRnn({ classes: CLASSES, vocabulary: VOCABULARY, embedding: 4, hidden: 4 }),
  exampleShape: [STEPS],
  classes: CLASSES,
};

let engine: TestEngine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.destroy());

function train(microBatch: number) {
  const config = testConfig('textrnn-synthetic', { batchSize: 7, length: UPDATES, learningRate: 0.01, dropout: 0.5 });
  return trainWorkload(engine, TINY, DATA, { ...config, microBatch });
}

test('a TextRNN with dropout trains alike in 1, 3 and 7 slices, over 20 updates', async () => {
  const whole = await train(7);
  const losses = ({ rows }: typeof whole) => rows.map(({ loss }) => loss);
  expect(losses(whole)).toHaveLength(UPDATES);
  expect(losses(whole).at(-1)).toBeLessThan(losses(whole)[0] ?? 0);
  for (const [microBatch, slices] of [
    [3, 3],
    [1, 7],
  ] as const) {
    const cut = await train(microBatch);
    expect(cut.rows[0]?.slices).toBe(slices);
    expect(relativeError(losses(cut), losses(whole))).toBeLessThan(1e-4);
    for (const [name, values] of whole.parameters) {
      expect(relativeError(cut.parameters.get(name) ?? [], values), name).toBeLessThan(1e-3);
    }
  }
});
