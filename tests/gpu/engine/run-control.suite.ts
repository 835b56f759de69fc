import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import { FailureError, failureOf } from '../../../src/core/failures.ts';
import type { Dataset } from '../../../src/engine/datasets/dataset.ts';
import type { RunEvent } from '../../../src/engine/training/run-reporter.ts';
import { expectNothingAllocated, type TestEngine, testConfig } from './engine-harness.ts';
import { type RunOptions, RunProbe } from './run-probe.ts';
import { sharedEngine } from './shared-engine.ts';
import { syntheticDataset } from './synthetic-dataset.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await sharedEngine();
});

const started: RunProbe[] = [];
/** A run has the device for itself: what a failed test leaves running does not disturb the next one. */
afterEach(async () => {
  for (const { run, ended } of started.splice(0)) {
    run.stop();
    await ended;
  }
});

function start(config: TrainingConfig, dataset: Dataset, options?: RunOptions): RunProbe {
  const probe = new RunProbe(engine, config, dataset, options);
  started.push(probe);
  return probe;
}

const TIMEOUT_MS = 300_000;
const DATASET = syntheticDataset(96, 30);
/** Two slices of 12 an update. */
const CONFIG = testConfig('fashion-mlp', { batchSize: 24, microBatch: 12, length: 3 });

/** What a person would see of events: phases, slice counts and rows. */
function told(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'phase') return [event.phase];
    if (event.type === 'slice') return [`update ${event.progress.update}, ${event.progress.slicesDone} slices`];
    if (event.type === 'metrics') return [...event.packet.updates.update].map((update) => `numbers of ${update}`);
    return [];
  });
}

/** The numbers of a run's updates that must not depend on anything but its configuration. */
function trained({ rows }: RunProbe): number[][] {
  return rows.map(({ loss, gradientNorm, accuracy }) => [loss, gradientNorm, accuracy]);
}

function evaluated(probe: RunProbe) {
  const packets = probe.all('metrics').map(({ packet }) => packet.evaluations);
  return {
    update: packets.flatMap(({ update }) => [...update]),
    testLoss: packets.flatMap(({ testLoss }) => [...testLoss]),
    testAccuracy: packets.flatMap(({ testAccuracy }) => [...testAccuracy]),
  };
}

function relativeError(actual = Number.NaN, expected = Number.NaN): number {
  return Math.abs(actual - expected) / Math.abs(expected);
}

describe('a run', () => {
  test('goes through its phases in order and gives everything back', { timeout: TIMEOUT_MS }, async () => {
    const probe = start(CONFIG, DATASET);
    await probe.ended;
    expect(probe.phases).toEqual(['loading', 'searching', 'compiling', 'training', 'evaluating', 'finished']);
    expect(probe.rows.map(({ update }) => update)).toEqual([1, 2, 3]);
    const [ready] = probe.all('ready');
    expect(ready?.report).toMatchObject({ verdict: 'fits', microBatch: 12, accumulationSteps: 2 });
    expect(ready?.allocatedBytes).toBe(ready?.report.peakBytes);
    expect(ready?.summary).toMatchObject({ totalUpdates: 3, updatesPerEpoch: 4, trainExamples: 96, testExamples: 30 });
    for (const row of probe.rows) {
      expect(row).toMatchObject({ batch: 24, slices: 2, microBatch: 12, skipped: 0, learningRate: 1e-3 });
      expect(row.allocatedBytes).toBe(ready?.report.peakBytes);
    }
    const evaluations = probe.all('metrics').flatMap(({ packet }) => [...packet.evaluations.update]);
    expect(evaluations).toEqual([3]);
    expect(probe.all('failure')).toEqual([]);
    expectNothingAllocated(engine);
  });

  test('paused at its start, goes on slice by slice and update by update, its numbers first', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const probe = start(CONFIG, DATASET, { pauseAtStart: true });
    await probe.inPhase('paused');
    expect(told(probe.events).slice(-3)).toEqual(['training', 'update 1, 0 slices', 'paused']);

    const { control } = probe.run;
    const stepSlice = async () => told(await probe.toNextPause(() => control.step('slice')));
    // The last slice event is that of the pause; one during the step may be left out, ten a second are sent at most.
    expect((await stepSlice()).slice(-2)).toEqual(['update 1, 1 slices', 'paused']);
    expect((await stepSlice()).slice(-2)).toEqual(['update 1, 2 slices', 'paused']);
    expect(probe.rows).toEqual([]);
    expect((await stepSlice()).slice(-3)).toEqual(['numbers of 1', 'update 2, 0 slices', 'paused']);

    const afterUpdate = told(await probe.toNextPause(() => control.step('update')));
    expect(afterUpdate[0]).toBe('training');
    expect(afterUpdate.slice(-3)).toEqual(['numbers of 2', 'update 3, 0 slices', 'paused']);

    control.resume();
    await probe.ended;
    expect(probe.phases.at(-1)).toBe('finished');
    expect(probe.rows.map(({ update }) => update)).toEqual([1, 2, 3]);
    expectNothingAllocated(engine);
  });

  test('single steps change no number', { timeout: TIMEOUT_MS }, async () => {
    const straight = start(CONFIG, DATASET);
    await straight.ended;
    const stepped = start(CONFIG, DATASET, { pauseAtStart: true });
    await stepped.inPhase('paused');
    for (let step = 0; step < 4; step += 1) await stepped.toNextPause(() => stepped.run.control.step('slice'));
    stepped.run.control.resume();
    await stepped.ended;
    expect(trained(stepped)).toEqual(trained(straight));
  });

  test('pauses in an evaluation too, and goes back to it', { timeout: TIMEOUT_MS }, async () => {
    const probe = start({ ...CONFIG, length: 1 }, DATASET);
    await probe.inPhase('evaluating');
    await probe.toNextPause(() => probe.run.control.pause());
    expect(evaluated(probe).update).toEqual([]);
    probe.run.control.resume();
    await probe.ended;
    expect(probe.phases.slice(-4)).toEqual(['evaluating', 'paused', 'evaluating', 'finished']);
    expect(evaluated(probe).update).toEqual([1]);
  });

  test('pauses while it runs: all numbers are there, and nothing goes on', { timeout: TIMEOUT_MS }, async () => {
    const probe = start({ ...CONFIG, length: 1000 }, DATASET);
    await probe.until((event) => event.type === 'metrics');
    const { control } = probe.run;
    await probe.toNextPause(() => control.pause());
    const { progress } = probe.all('slice').at(-1) ?? {};
    // Updates before the one that rests are complete.
    expect(probe.rows.map(({ update }) => update)).toEqual(
      Array.from({ length: (progress?.update ?? 0) - 1 }, (_, i) => i + 1),
    );
    const seen = probe.events.length;
    await engine.memory.device.queue.onSubmittedWorkDone();
    expect(probe.events.length).toBe(seen);

    probe.run.stop();
    await probe.ended;
    expect(probe.phases.at(-1)).toBe('stopped');
    expectNothingAllocated(engine);
  });

  test('stops while it trains, keeps its numbers, gives everything back', { timeout: TIMEOUT_MS }, async () => {
    const probe = start({ ...CONFIG, length: 1000 }, DATASET);
    await probe.until((event) => event.type === 'metrics');
    probe.run.stop();
    await probe.ended;
    expect(probe.phases.slice(-2)).toEqual(['training', 'stopped']);
    expect(probe.events.at(-1)).toEqual({ type: 'phase', phase: 'stopped' });
    expect(probe.rows.length).toBeGreaterThan(0);
    expect(probe.all('failure')).toEqual([]);
    expectNothingAllocated(engine);
    engine.watch.check();
  });

  test('stops while it evaluates', { timeout: TIMEOUT_MS }, async () => {
    const probe = start({ ...CONFIG, length: 1 }, syntheticDataset(96, 2000));
    await probe.inPhase('evaluating');
    probe.run.stop();
    await probe.ended;
    expect(probe.phases.slice(-2)).toEqual(['evaluating', 'stopped']);
    expectNothingAllocated(engine);
  });

  test('stops while data load', async () => {
    const probe = start(CONFIG, DATASET, {
      loadDataset: (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    await probe.until((event) => event.type === 'progress');
    probe.run.stop();
    await probe.ended;
    expect(probe.phases).toEqual(['loading', 'stopped']);
  });

  test('whose data do not load ends with that failure', async () => {
    const failure = failureOf('data-missing', { file: 'images', expected: 'a file', found: 'status 404' });
    const probe = start(CONFIG, DATASET, {
      loadDataset: () => Promise.reject(new FailureError(failure)),
    });
    await probe.ended;
    expect(probe.phases).toEqual(['loading', 'failed']);
    expect(probe.all('failure')).toEqual([{ type: 'failure', failure }]);
  });

  test('that does not fit ends before anything is allocated, saying what would help', async () => {
    const before = engine.memory.highWaterBytes;
    const probe = start({ ...CONFIG, microBatch: 'auto', budgetMiB: 1 }, DATASET);
    await probe.ended;
    expect(probe.phases).toEqual(['loading', 'searching', 'failed']);
    expect(probe.all('failure')).toMatchObject([
      { failure: { code: 'does-not-fit', remedy: expect.stringContaining('Raise') } },
    ]);
    expect(engine.memory.highWaterBytes).toBe(before);
  });
});

describe('evaluation', () => {
  test('changes nothing that training sees, to the bit', { timeout: TIMEOUT_MS }, async () => {
    const config = { ...CONFIG, length: 4, dropout: 0.3 };
    const without = start(config, DATASET);
    await without.ended;
    const each = start({ ...config, evaluateEvery: 1 }, DATASET);
    await each.ended;
    expect(trained(each)).toEqual(trained(without));
    expect(evaluated(each).update).toEqual([1, 2, 3, 4]);
    // Both end with the same parameters, so with the same test loss.
    expect(evaluated(each).testLoss.at(-1)).toBe(evaluated(without).testLoss.at(-1));
  });

  test('does not depend on its size: examples that fill up the last slice weigh nothing', {
    timeout: TIMEOUT_MS,
  }, async () => {
    // 30 test examples as 12 + 12 + 6 with 6 of weight 0, and as 24 + 6 with 18 of weight 0.
    const [inTwelves, whole] = [12, 24].map((microBatch) => ({ ...CONFIG, microBatch, length: 1 }));
    const first = start(inTwelves ?? CONFIG, DATASET);
    await first.ended;
    const second = start(whole ?? CONFIG, DATASET);
    await second.ended;
    expect(second.all('ready')[0]?.report).toMatchObject({ evaluationMicroBatch: 24 });
    expect(relativeError(evaluated(second).testLoss[0], evaluated(first).testLoss[0])).toBeLessThan(1e-5);
    expect(evaluated(second).testAccuracy[0]).toBeCloseTo(evaluated(first).testAccuracy[0] ?? Number.NaN, 6);
  });
});
