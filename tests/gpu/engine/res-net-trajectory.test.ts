import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NormalizationId } from '../../../src/core/config/training-config.ts';
import { createGeneratedImages } from '../../../src/engine/datasets/generated-images.ts';
import { resNet } from '../../../src/engine/models/res-net.ts';
import { WORKLOADS, type Workload } from '../../../src/engine/workload.ts';
import { relativeError } from '../training/golden-values.ts';
import { openEngine, type TestEngine, testConfig } from './engine-harness.ts';
import { trainWorkload } from './train-workload.ts';

const IMAGE_SIZE = 9;
const CLASSES = 3;
const UPDATES = 20;
const DATA = createGeneratedImages({
  seed: 1,
  imageSize: IMAGE_SIZE,
  classes: CLASSES,
  trainExamples: 21,
  testExamples: 2,
});

function tiny(normalization: NormalizationId): Workload {
  const sizes = { block: 'basic', blocks: [1, 1], widths: [4, 8], imageSize: IMAGE_SIZE, classes: CLASSES } as const;
  return {
    ...WORKLOADS['cifar-resnet20'],
    key: `tiny ${normalization}`,
    model: resNet({ ...sizes, normalization }),
    exampleShape: [IMAGE_SIZE, IMAGE_SIZE, 3],
    classes: CLASSES,
  };
}

let engine: TestEngine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.destroy());

/** Updates of 7 examples by SGD with momentum, in slices of at most `microBatch`. */
function train(normalization: NormalizationId, microBatch: number, updates = UPDATES) {
  const config = testConfig('cifar-resnet20', { batchSize: 7, length: updates, learningRate: 0.05, normalization });
  return trainWorkload(engine, tiny(normalization), DATA, { ...config, microBatch });
}

test('with group normalisation twenty updates are the same in 1, 3 and 7 slices', async () => {
  const whole = await train('group', 7);
  expect(whole.rows).toHaveLength(UPDATES);
  for (const [microBatch, slices] of [
    [3, 3],
    [1, 7],
  ] as const) {
    const cut = await train('group', microBatch);
    expect(cut.rows[0]?.slices).toBe(slices);
    const losses = ({ rows }: typeof whole) => rows.map(({ loss }) => loss);
    expect(relativeError(losses(cut), losses(whole))).toBeLessThan(1e-4);
    for (const [name, values] of whole.parameters) {
      expect(relativeError(cut.parameters.get(name) ?? [], values), name).toBeLessThan(1e-3);
    }
  }
});

test('with batch normalisation the cut changes the losses, as the page says', async () => {
  const [whole, cut] = [await train('batch', 7, 1), await train('batch', 3, 1)];
  const [first, second] = [whole.rows[0]?.loss ?? Number.NaN, cut.rows[0]?.loss ?? Number.NaN];
  expect(Math.abs(second / first - 1)).toBeGreaterThan(1e-3);
  // Not far off, all the same: a slice's statistics are an estimate of the batch's.
  expect(Math.abs(second / first - 1)).toBeLessThan(0.5);
});
