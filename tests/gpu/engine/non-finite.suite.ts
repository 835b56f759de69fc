import { beforeAll, describe, expect, test } from 'vitest';
import { expectNothingAllocated, type TestEngine, testConfig, train } from './engine-harness.ts';
import { RunProbe } from './run-probe.ts';
import { sharedEngine } from './shared-engine.ts';
import { syntheticDataset } from './synthetic-dataset.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await sharedEngine();
});

const TIMEOUT_MS = 300_000;
const DATASET = syntheticDataset(48, 12);
/** The first update throws the parameters out to 1e30; from then on loss or gradient overflow. */
const CONFIG = testConfig('fashion-mlp', { batchSize: 12, length: 100, optimizer: 'sgd', learningRate: 1e30 });

describe('a run that diverges', () => {
  test('skips the updates, says so, and ends after ten in a row', { timeout: TIMEOUT_MS }, async () => {
    const probe = new RunProbe(engine, CONFIG, DATASET);
    await probe.ended;
    expect(probe.phases.slice(-2)).toEqual(['training', 'failed']);
    const { rows } = probe;
    expect(rows[0]).toMatchObject({ update: 1, skipped: 0 });
    const skipped = rows.filter((row) => row.skipped === 1);
    expect(skipped.map(({ update }) => update)).toEqual(Array.from({ length: 10 }, (_, i) => i + 2));
    for (const { loss, gradientNorm } of skipped)
      expect(Number.isFinite(loss) && Number.isFinite(gradientNorm)).toBe(false);
    const warnings = probe.all('log').filter(({ entry }) => entry.level === 'warning');
    expect(warnings).toHaveLength(10);
    expect(probe.all('failure')).toMatchObject([
      {
        failure: {
          code: 'non-finite',
          message: expect.stringContaining('10 updates in a row, the last of them update 11'),
        },
      },
    ]);
    expectNothingAllocated(engine);
  });

  test('keeps the parameters of the last update that was made', { timeout: TIMEOUT_MS }, async () => {
    const after = await train(engine, { ...CONFIG, length: 1 }, DATASET);
    const later = await train(engine, { ...CONFIG, length: 4 }, DATASET);
    expect(later.rows.map(({ skipped }) => skipped)).toEqual([0, 1, 1, 1]);
    expect(later.parameters).toEqual(after.parameters);
  });
});
