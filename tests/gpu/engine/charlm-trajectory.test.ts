import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import type { Dataset } from '../../../src/engine/datasets/dataset.ts';
import { type CharacterDocuments, createCharacterWindows } from '../../../src/engine/datasets/token-windows.ts';
import { charLm } from '../../../src/engine/models/charlm.ts';
import { WORKLOADS, type Workload } from '../../../src/engine/workload.ts';
import { relativeError } from '../training/golden-values.ts';
import { openEngine, type TestEngine, testConfig } from './engine-harness.ts';
import { type TrainedWorkload, trainWorkload } from './train-workload.ts';

const CHARACTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const CONTEXT = 11;

const TINY: Workload = {
  ...WORKLOADS.charlm,
  key: 'tiny charlm',
  model: charLm({ vocabulary: CHARACTERS.length, layers: 1, width: 8, heads: 2, context: CONTEXT }),
  exampleShape: [CONTEXT],
  targetsPerExample: CONTEXT,
  classes: CHARACTERS.length,
};

/** 28 documents, each one window long or shorter, in which a letter is followed by the next but one, mostly. */
function documents(): CharacterDocuments {
  const lengths = Array.from({ length: 28 }, (_, i) => 2 + ((i * 5) % (CONTEXT - 1)));
  const offsets = [0];
  for (const length of lengths) offsets.push((offsets.at(-1) ?? 0) + length);
  const ids = Uint8Array.from({ length: offsets.at(-1) ?? 0 }, (_, i) => (2 * i + (i % 9 === 0 ? 1 : 0)) % 7);
  return { ids, offsets: Uint32Array.from(offsets) };
}

const DATA: Dataset = createCharacterWindows({
  id: 'tiny',
  positions: CONTEXT,
  characters: CHARACTERS,
  train: documents(),
  test: documents(),
});

let engine: TestEngine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.destroy());

const CONFIG = testConfig('charlm', { batchSize: 14, warmUpUpdates: 0, learningRate: 0.02 });

/** Batches of 14 windows as one slice, 5 + 5 + 4, and seven of 2. */
function trainCuts(changes: Partial<TrainingConfig>): Promise<TrainedWorkload[]> {
  return [14, 5, 2].reduce<Promise<TrainedWorkload[]>>(
    async (runs, microBatch) => [
      ...(await runs),
      await trainWorkload(engine, TINY, DATA, { ...CONFIG, ...changes, microBatch }),
    ],
    Promise.resolve([]),
  );
}

/**
 * A bias of all keys adds the same to all scores of a row, which no softmax sees. Its gradient is rounding alone, and Adam
 * takes whole steps by rounding: these values differ, and nothing depends on them.
 */
function withoutKeyBias(name: string, values: Float32Array): Float32Array {
  if (!name.endsWith('query-key-value/bias')) return values;
  return values.map((value, i) => (Math.floor((3 * i) / values.length) === 1 ? 0 : value));
}

/** Losses of all updates and last parameters of runs in 1, 3 and 7 slices. */
function expectSame([whole, ...others]: readonly TrainedWorkload[], updates: number): void {
  const losses = (run: TrainedWorkload | undefined) => run?.rows.map(({ loss }) => loss) ?? [];
  expect(losses(whole)).toHaveLength(updates);
  expect(others.map(({ rows }) => rows[0]?.slices)).toEqual([3, 7]);
  for (const cut of others) {
    expect(relativeError(losses(cut), losses(whole))).toBeLessThan(1e-5);
    expect([...cut.parameters.keys()]).toEqual([...(whole?.parameters.keys() ?? [])]);
    for (const [name, values] of cut.parameters) {
      const expected = withoutKeyBias(name, whole?.parameters.get(name) ?? new Float32Array());
      expect(relativeError(withoutKeyBias(name, values), expected), name).toBeLessThan(1e-3);
    }
  }
}

test('documents of different length: 20 updates are the same in 1, 3 and 7 slices, and the loss falls', async () => {
  const runs = await trainCuts({ length: 20 });
  expectSame(runs, 20);
  const [whole] = runs;
  // Of seven letters: the first loss is near log 7 = 1.946.
  expect(Math.abs((whole?.rows[0]?.loss ?? 0) - Math.log(7))).toBeLessThan(0.02);
  expect(whole?.rows.at(-1)?.loss).toBeLessThan(1.3);
});

test('and so they are with dropout, whose masks belong to examples', async () => {
  const runs = await trainCuts({ length: 3, dropout: 0.4 });
  expectSame(runs, 3);
  const dry = await trainWorkload(engine, TINY, DATA, { ...CONFIG, microBatch: 14, length: 1 });
  expect(runs[0]?.rows[0]?.loss).not.toBe(dry.rows[0]?.loss);
});
