import { beforeAll, describe, expect, test } from 'vitest';
import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import type { Dataset } from '../../../src/engine/datasets/dataset.ts';
import { crampedDevice } from './cramped-device.ts';
import { expectNothingAllocated, type TestEngine, testConfig } from './engine-harness.ts';
import { refusingSubmits } from './faulty-device.ts';
import { RunProbe } from './run-probe.ts';
import { sharedEngine } from './shared-engine.ts';
import { syntheticDataset } from './synthetic-dataset.ts';
import { WatchedMemory } from './watched-memory.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await sharedEngine();
});
const TIMEOUT_MS = 300_000;
const BATCH = 24;
const DATASET = syntheticDataset(96, 30);
const CONFIG = testConfig('fashion-mlp', { batchSize: BATCH, headroom: 0, length: 8, dropout: 0.2 });

type Script = (update: number, slice: number) => number;

interface Ended {
  readonly probe: RunProbe;
  readonly parameters: Float32Array;
  /** Training examples in the order in which they were gathered. */
  readonly examples: readonly number[];
  readonly memory: WatchedMemory;
}

/** MiB that slices of `microBatch` take. */
function budgetMiB(microBatch: number): number {
  return engine.planner.plan({ ...CONFIG, microBatch }, { sizes: DATASET }).report.peakBytes / 2 ** 20;
}

/** Runs to the end on a device whose budget follows a script; nothing stays allocated. */
async function run(config: TrainingConfig, script: Script, device = engine.memory.device): Promise<Ended> {
  const memory = new WatchedMemory(engine, device);
  const examples: number[] = [];
  const probe = new RunProbe(engine, config, noting(DATASET, examples), {
    runDevice: memory.runDevice,
    budgetMiBAt: (update, slice) => {
      const nowMiB = script(update, slice);
      memory.budgetBytes = nowMiB * 2 ** 20;
      return nowMiB;
    },
  });
  await probe.ended;
  engine.watch.check();
  expectNothingAllocated(memory.runDevice);
  expect(memory.overBudget).toEqual([]);
  return { probe, parameters: await memory.parameters(), examples, memory };
}

/** The data set; writes down which training examples are asked for. */
function noting(dataset: Dataset, examples: number[]): Dataset {
  return {
    ...dataset,
    gather: (split, indices, first, count, staging) => {
      if (split === 'train') examples.push(...indices.subarray(first, first + count));
      dataset.gather(split, indices, first, count, staging);
    },
    weight: (split, index) => dataset.weight(split, index),
  };
}

/** Largest difference, in parts of the largest value. */
function difference(actual: Float32Array, expected: Float32Array): number {
  expect(actual.length).toBe(expected.length);
  let most = 0;
  let largest = 0;
  for (const [i, value] of expected.entries()) {
    most = Math.max(most, Math.abs((actual[i] ?? Number.NaN) - value));
    largest = Math.max(largest, Math.abs(value));
  }
  return most / largest;
}

/** Where two runs have not the same bits; -1 where they do. */
function firstDifference(actual: Float32Array, expected: Float32Array): number {
  return actual.length === expected.length ? actual.findIndex((value, i) => value !== expected[i]) : 0;
}

const calmRuns = new Map<string, Promise<Ended>>();
/** A run that nothing disturbs, in slices of `microBatch`. */
function calm(config: TrainingConfig, microBatch: number): Promise<Ended> {
  const key = JSON.stringify([config, microBatch]);
  const nowMiB = budgetMiB(microBatch);
  const known = calmRuns.get(key) ?? run(config, () => nowMiB);
  calmRuns.set(key, known);
  return known;
}

const warnings = ({ probe }: Ended) =>
  probe.all('log').flatMap(({ entry }) => (entry.level === 'warning' ? [entry.text] : []));

describe('a budget that changes while a run trains', () => {
  test('halves in the middle of an update and recovers: the same updates, of the same examples, within the budget', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const undisturbed = await calm(CONFIG, 12);
    const [large, small] = [budgetMiB(12), budgetMiB(6)];
    const ended = await run(CONFIG, (update, slice) =>
      update < 2 || (update === 2 && slice < 2) || update >= 4 ? large : small,
    );
    const { probe } = ended;
    expect(probe.phases.at(-1)).toBe('finished');
    const adapted = probe.all('adapted').map(({ adaptation: { change, update, slice } }) => [change, update, slice]);
    // From the second slice of update 2 on; back when it has held for three updates.
    expect(adapted).toEqual([
      ['shrink', 2, 2],
      ['none', 4, 1],
      ['grow', 7, 1],
    ]);
    expect(probe.rows.map(({ slices }) => slices)).toEqual([2, 3, 4, 4, 4, 4, 2, 2]);
    expect(probe.rows.map(({ batch }) => batch)).toEqual(new Array(8).fill(BATCH));
    // Twelve examples are in the sum when the budget halves; the other twelve are cut anew, evenly.
    const cut = probe.all('slice').find(({ progress }) => progress.update === 2 && progress.sliceSizes.length > 2);
    expect(cut?.progress.sliceSizes).toEqual([12, 6, 6]);
    for (const { report, allocatedBytes } of probe.all('adapted')) expect(allocatedBytes).toBe(report.peakBytes);
    expect(ended.examples).toEqual(undisturbed.examples);
    expect(difference(ended.parameters, undisturbed.parameters)).toBeLessThan(1e-5);
    expect(ended.memory.highWaterBytes).toBeLessThanOrEqual(large * 2 ** 20);
  });

  test('and still holds the plan changes no bit', { timeout: TIMEOUT_MS }, async () => {
    const undisturbed = await calm(CONFIG, 12);
    const nowMiB = budgetMiB(12);
    const ended = await run(CONFIG, (update) => (update === 3 ? 1 : 1.001) * nowMiB);
    expect(ended.probe.all('adapted').map(({ adaptation }) => adaptation.change)).toEqual(['none', 'none']);
    expect(firstDifference(ended.parameters, undisturbed.parameters)).toBe(-1);
  });

  test('and holds nothing pauses the run, which says what is needed and goes on when there is more', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const undisturbed = await calm(CONFIG, 12);
    const memory = new WatchedMemory(engine);
    const config = { ...CONFIG, budgetMiB: budgetMiB(12) };
    const examples: number[] = [];
    const probe = new RunProbe(engine, config, noting(DATASET, examples), {
      runDevice: memory.runDevice,
      pauseAtStart: true,
    });
    await probe.inPhase('paused');
    const { control } = probe.run;
    await probe.toNextPause(() => control.step('slice'));
    const from = probe.events.length;
    control.setBudget(1);
    await probe.until((event) => event.type === 'shortage', from);
    expect(probe.all('shortage')[0]?.failure).toMatchObject({ code: 'does-not-fit' });
    memory.budgetBytes = budgetMiB(4) * 2 ** 20;
    control.resume();
    control.setBudget(budgetMiB(4));
    await probe.ended;
    expect(probe.all('shortage').at(-1)).toEqual({ type: 'shortage' });
    expect(probe.phases.at(-1)).toBe('finished');
    expect(memory.overBudget).toEqual([]);
    expect(examples).toEqual(undisturbed.examples);
    expect(difference(await memory.parameters(), undisturbed.parameters)).toBeLessThan(1e-5);
    expectNothingAllocated(memory.runDevice);
  });
});

describe('a device that fails while a run trains', () => {
  test('refuses any one submit: nothing is lost, no bit changes where the size is fixed', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const config = { ...CONFIG, microBatch: 8, length: 2, testExamples: 8, evaluateEvery: 1 };
    const calmDevice = refusingSubmits(engine.memory.device, 0, 0);
    const undisturbed = await run(config, () => 256, calmDevice.device);
    const submits = calmDevice.count();
    for (let refused = 1; refused <= submits; refused += 1) {
      const ended = await run(config, () => 256, refusingSubmits(engine.memory.device, refused, 1).device);
      expect(ended.probe.phases.at(-1), `submit ${refused}`).toBe('finished');
      expect(warnings(ended).length, `submit ${refused}`).toBe(1);
      expect(firstDifference(ended.parameters, undisturbed.parameters), `submit ${refused}`).toBe(-1);
      expect(ended.probe.rows.map(({ loss }) => loss)).toEqual(undisturbed.probe.rows.map(({ loss }) => loss));
    }
  });

  test('refuses submits again and again: smaller slices, and after ten in a row the end', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const config = { ...CONFIG, length: 2 };
    const nowMiB = budgetMiB(12);
    const ended = await run(config, () => nowMiB, refusingSubmits(engine.memory.device, 1, 1).device);
    const [adapted] = ended.probe.all('adapted');
    expect(adapted?.adaptation).toMatchObject({ cause: 'device-error', change: 'shrink', update: 1, slice: 1 });
    expect(ended.probe.phases.at(-1)).toBe('finished');
    const undisturbed = await calm(config, 12);
    expect(difference(ended.parameters, undisturbed.parameters)).toBeLessThan(1e-5);

    const broken = await run(config, () => nowMiB, refusingSubmits(engine.memory.device, 1, 1_000_000).device);
    expect(broken.probe.phases.at(-1)).toBe('failed');
    expect(broken.probe.all('failure')).toMatchObject([{ failure: { code: 'device-error' } }]);
  });

  test('has less memory than the budget when the plan grows back: it takes what there is', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const undisturbed = await calm(CONFIG, 12);
    const [small, large] = [budgetMiB(4), budgetMiB(12)];
    const device = crampedDevice(engine.memory.device, budgetMiB(8) * 2 ** 20);
    const ended = await run(CONFIG, (update) => (update === 1 ? small : large), device);
    expect(ended.probe.phases.at(-1)).toBe('finished');
    const grown = ended.probe.all('adapted').find(({ adaptation }) => adaptation.change === 'grow')?.adaptation;
    expect(grown?.after.microBatch).toBeLessThanOrEqual(8);
    expect(grown?.after.microBatch).toBeGreaterThanOrEqual(4);
    expect(warnings(ended).join(' ')).toMatch(/ran out of memory/);
    expect(ended.examples).toEqual(undisturbed.examples);
    expect(difference(ended.parameters, undisturbed.parameters)).toBeLessThan(1e-5);
  });
});
