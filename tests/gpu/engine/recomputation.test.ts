import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  RECOMPUTATION_IDS,
  type RecomputationId,
  type TrainingConfig,
} from '../../../src/core/config/training-config.ts';
import type { Dataset } from '../../../src/engine/datasets/dataset.ts';
import { createGeneratedImages } from '../../../src/engine/datasets/generated-images.ts';
import { createCharacterWindows } from '../../../src/engine/datasets/token-windows.ts';
import { charLm } from '../../../src/engine/models/charlm.ts';
import { resNet } from '../../../src/engine/models/res-net.ts';
import type { ResNetSizes } from '../../../src/engine/models/res-net-layers.ts';
import { WORKLOADS, type Workload } from '../../../src/engine/workload.ts';
import { openEngine, type TestEngine, testConfig } from './engine-harness.ts';
import { type TrainedWorkload, trainWorkload } from './train-workload.ts';

const IMAGE_SIZE = 12;
const CLASSES = 3;
const CONTEXT = 9;
const CHARACTERS = ['a', 'b', 'c', 'd'];
const IMAGES = createGeneratedImages({
  seed: 1,
  imageSize: IMAGE_SIZE,
  classes: CLASSES,
  trainExamples: 12,
  testExamples: 2,
});

type Sizes = Pick<ResNetSizes, 'block' | 'blocks' | 'normalization'>;

function residual({ block, blocks, normalization }: Sizes): Workload {
  const model = resNet({ block, blocks, normalization, widths: [4, 8], imageSize: IMAGE_SIZE, classes: CLASSES });
  const shape = { exampleShape: [IMAGE_SIZE, IMAGE_SIZE, 3], classes: CLASSES };
  return { ...WORKLOADS['cifar-resnet20'], key: `recomputing ${block} ${normalization}`, model, ...shape };
}

function windows() {
  const ids = Uint8Array.from({ length: 12 * CONTEXT }, (_, i) => (i * i + (i >> 2)) % CHARACTERS.length);
  return { ids, offsets: Uint32Array.from({ length: 13 }, (_, i) => i * CONTEXT) };
}

const TRANSFORMER: Workload = {
  ...WORKLOADS.charlm,
  key: 'recomputing charlm',
  model: charLm({ vocabulary: CHARACTERS.length, layers: 3, width: 8, heads: 2, context: CONTEXT }),
  exampleShape: [CONTEXT],
  targetsPerExample: CONTEXT,
  classes: CHARACTERS.length,
};
const TEXT = createCharacterWindows({
  id: 'recomputing',
  positions: CONTEXT,
  characters: CHARACTERS,
  train: windows(),
  test: windows(),
});

const MODELS: readonly [name: string, workload: Workload, data: Dataset, changes: Partial<TrainingConfig>][] = [
  [
    'basic blocks, batch normalisation',
    residual({ block: 'basic', blocks: [2, 2], normalization: 'batch' }),
    IMAGES,
    {},
  ],
  [
    'bottlenecks, group normalisation',
    residual({ block: 'bottleneck', blocks: [1, 2], normalization: 'group' }),
    IMAGES,
    {},
  ],
  ['a transformer with dropout', TRANSFORMER, TEXT, { dropout: 0.3 }],
];

let engine: TestEngine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.destroy());

/** Two updates of six examples, in two slices. */
function train(
  recomputation: RecomputationId,
  workload: Workload,
  data: Dataset,
  changes: Partial<TrainingConfig>,
): Promise<TrainedWorkload> {
  const sized = { batchSize: 6, length: 2, learningRate: 0.05, warmUpUpdates: 0 };
  const config = { ...testConfig(workload.id, { ...sized, ...changes }), microBatch: 3 };
  return trainWorkload(engine, { ...workload, key: `${workload.key} ${recomputation}`, recomputation }, data, config);
}

describe('what the backward pass makes again', () => {
  test.each(MODELS)('%s: takes the fewer bytes the more there is of it, and changes no bit', async (_, ...of) => {
    const runs: TrainedWorkload[] = [];
    for (const recomputation of RECOMPUTATION_IDS) runs.push(await train(recomputation, ...of));
    const [none, ...others] = runs;
    if (!none) throw new Error('Nothing was trained.');
    expect(none.rows.map(({ slices }) => slices)).toEqual([2, 2]);
    for (const run of others) {
      expect(run.rows.map(({ loss }) => loss)).toEqual(none.rows.map(({ loss }) => loss));
      expect(run.parameters).toEqual(none.parameters);
      expect(run.statistics).toEqual(none.statistics);
    }
    const bytes = runs.map((run) => run.bytes);
    expect(bytes).toEqual(bytes.toSorted((a, b) => b - a));
    expect(new Set(bytes).size).toBe(RECOMPUTATION_IDS.length);
  });
});
