import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import { openEngine, type TestEngine, type TrainedRun, testConfig, train } from './engine-harness.ts';
import { syntheticDataset } from './synthetic-dataset.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.destroy());

const TIMEOUT_MS = 600_000;

function relativeError(actual: number | undefined, expected: number | undefined): number {
  return Math.abs((actual ?? Number.NaN) - (expected ?? Number.NaN)) / Math.abs(expected ?? Number.NaN);
}

/** Largest relative error of a column over the updates of two runs. */
function columnError(actual: TrainedRun, expected: TrainedRun, column: 'loss' | 'gradientNorm'): number {
  expect(actual.rows).toHaveLength(expected.rows.length);
  return Math.max(...expected.rows.map((row, i) => relativeError(actual.rows[i]?.[column], row[column])));
}

/** Largest difference of a parameter's values, in units of that parameter's largest value; of all parameters the worst. */
function parameterError(actual: TrainedRun, expected: TrainedRun): number {
  const errors = [...expected.parameters].map(([name, values]) => {
    const others = actual.parameters.get(name) ?? new Float32Array();
    const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const differences = values.map((value, i) => Math.abs(value - (others[i] ?? Number.NaN)));
    return differences.reduce((most, value) => Math.max(most, value), 0) / largest;
  });
  return Math.max(...errors);
}

/**
 * Trains once for each cut, in the budget that holds its largest slice to the byte; the first is the reference. Checks that
 * the search then finds the cuts that are meant.
 */
async function trainCuts(
  config: TrainingConfig,
  cuts: readonly (readonly [microBatch: number, slices: number])[],
  trainExamples: number,
): Promise<readonly [TrainedRun, ...TrainedRun[]]> {
  const dataset = syntheticDataset(trainExamples, 10);
  const runs: TrainedRun[] = [];
  for (const [microBatch, slices] of cuts) {
    const { peakBytes } = engine.planner.plan({ ...config, microBatch }, { sizes: dataset }).report;
    const run = await train(engine, { ...config, budgetMiB: peakBytes / 2 ** 20 }, dataset);
    expect(run.rows[0]).toMatchObject({ batch: config.batchSize, slices, skipped: 0 });
    runs.push(run);
  }
  const [reference, ...others] = runs;
  if (!reference) throw new Error('No run was made.');
  return [reference, ...others];
}

describe('the trajectory does not depend on how the batch is cut', () => {
  test('fashion-mlp with dropout: 20 updates of 1, 2, 3 and 10 slices', { timeout: TIMEOUT_MS }, async () => {
    const config = testConfig('fashion-mlp', { batchSize: 30, length: 20, dropout: 0.3 });
    const cuts = [
      [30, 1],
      [15, 2],
      [10, 3],
      [3, 10],
    ] as const;
    const [whole, ...others] = await trainCuts(config, cuts, 90);
    expect(whole.rows.at(-1)?.loss).toBeLessThan(0.7 * (whole.rows[0]?.loss ?? 0));
    for (const cut of others) {
      expect(columnError(cut, whole, 'loss')).toBeLessThan(1e-4);
      expect(columnError(cut, whole, 'gradientNorm')).toBeLessThan(1e-3);
      expect(parameterError(cut, whole)).toBeLessThan(1e-3);
    }
  });

  test('fashion-convnet: 20 updates of 1, 2, 3 and 10 slices', { timeout: TIMEOUT_MS }, async () => {
    const config = testConfig('fashion-convnet', { batchSize: 10, length: 20 });
    const cuts = [
      [10, 1],
      [5, 2],
      [4, 3],
      [1, 10],
    ] as const;
    const [whole, ...others] = await trainCuts(config, cuts, 30);
    expect(whole.rows.at(-1)?.loss).toBeLessThan(0.8 * (whole.rows[0]?.loss ?? 0));
    for (const cut of others) {
      expect(columnError(cut, whole, 'loss')).toBeLessThan(1e-4);
      expect(parameterError(cut, whole)).toBeLessThan(1e-3);
    }
  });

  test('one backward pass for all slices trains alike, and takes more memory', { timeout: TIMEOUT_MS }, async () => {
    const config = testConfig('fashion-mlp', { batchSize: 10, microBatch: 4, length: 3, dropout: 0.3 });
    const dataset = syntheticDataset(25, 10);
    const accumulated = await train(engine, config, dataset);
    const together = await train(engine, { ...config, accumulation: 'one-backward' }, dataset);
    expect(together.rows.map(({ batch, slices }) => [batch, slices])).toEqual([
      [10, 3],
      [10, 3],
      [5, 2],
    ]);
    expect(columnError(together, accumulated, 'loss')).toBeLessThan(1e-5);
    expect(parameterError(together, accumulated)).toBeLessThan(1e-5);
    expect(together.plan.report.peakBytes).toBeGreaterThan(accumulated.plan.report.peakBytes);
  });
});

describe('numbers that are logged', () => {
  test('loss and gradient norm are the same for 1, 2 and 8 slices at fixed parameters', {
    timeout: TIMEOUT_MS,
  }, async () => {
    // 34 = 31 + 3: the second update is the smaller one at an epoch's end.
    const config = testConfig('fashion-mlp', { batchSize: 31, length: 2 });
    const cuts = [
      [31, 1],
      [16, 2],
      [4, 8],
    ] as const;
    const [whole, ...others] = await trainCuts(config, cuts, 34);
    expect(whole.rows.map(({ batch, slices }) => [batch, slices])).toEqual([
      [31, 1],
      [3, 1],
    ]);
    const numbers = ({ rows }: TrainedRun, update: number) => rows[update - 1];
    for (const cut of others) {
      const [actual, expected] = [numbers(cut, 1), numbers(whole, 1)];
      expect(relativeError(actual?.loss, expected?.loss)).toBeLessThan(1e-6);
      expect(relativeError(actual?.gradientNorm, expected?.gradientNorm)).toBeLessThan(1e-6);
      expect(actual?.accuracy).toBeCloseTo(expected?.accuracy ?? Number.NaN, 6);
      // By now the parameters differ in their last bits.
      expect(relativeError(numbers(cut, 2)?.loss, numbers(whole, 2)?.loss)).toBeLessThan(1e-5);
    }
  });

  test('two runs with one seed give the same bits; another seed gives others', { timeout: TIMEOUT_MS }, async () => {
    const config = testConfig('fashion-mlp', { batchSize: 27, microBatch: 14, length: 3, dropout: 0.3 });
    const dataset = syntheticDataset(39, 10);
    const numbers = ({ rows, parameters }: TrainedRun) => ({
      rows: rows.map(({ loss, accuracy, gradientNorm }) => ({ loss, accuracy, gradientNorm })),
      parameters,
    });
    const first = numbers(await train(engine, config, dataset));
    expect(numbers(await train(engine, config, dataset))).toEqual(first);
    const other = numbers(await train(engine, { ...config, seed: 2 }, dataset));
    expect(other.rows[0]?.loss).not.toBe(first.rows[0]?.loss);
  });
});
