import { beforeAll, describe, expect, test } from 'vitest';
import { fits } from '../../../src/core/batch/search-strategies/strategy.ts';
import { SEARCH_IDS } from '../../../src/core/config/training-config.ts';
import { SearchRace } from '../../../src/engine/search/search-race.ts';
import type { RaceProgress } from '../../../src/protocol/race-progress.ts';
import { afterProgress, countLane, largestFound, RACE_AT_START } from '../../../src/protocol/race-standing.ts';
import { expectNothingAllocated, type TestEngine, testConfig, train } from './engine-harness.ts';
import { RunProbe } from './run-probe.ts';
import { sharedEngine } from './shared-engine.ts';
import { syntheticDataset } from './synthetic-dataset.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await sharedEngine();
});

/** Beside 3.6 MiB of parameters, gradient sum and Adam's slots there is room for 3 of 9 images. */
const CONFIG = testConfig('fashion-mlp', { batchSize: 9, budgetMiB: 3.62, length: 2 });

/** Races to its end, or until `isEnough` says to stop. */
async function race(isEnough: (told: RaceProgress) => boolean = () => false): Promise<readonly RaceProgress[]> {
  const told: RaceProgress[] = [];
  const running = new SearchRace(CONFIG, {
    prepare: async () => ({ planner: engine.planner, runDevice: engine }),
    emit: (progress) => {
      told.push(progress);
      if (isEnough(progress)) running.stop();
    },
    now: () => performance.now(),
  });
  await running.run();
  return told;
}

describe('a race of the searches', () => {
  test('each ends with a size that ran, planned with the largest; a run after it has the bits of one before', async () => {
    const dataset = syntheticDataset(63, 4);
    const before = await train(engine, CONFIG, dataset);

    const told = await race();
    const { lanes, end, ...standing } = told.reduce(afterProgress, RACE_AT_START);
    expect(end).toEqual({ type: 'finished' });
    expect(lanes.map(({ search }) => search)).toEqual(SEARCH_IDS);
    const largest = largestFound({ lanes, end, ...standing });
    expect(largest).toBe(before.plan.report.capacity);
    expect(largest).toBe(3);
    for (const lane of lanes) {
      const { sizes, result } = lane;
      const passed = sizes.filter((size) => size.how !== 'planned' && fits(size)).map(({ microBatch }) => microBatch);
      expect(passed).toContain(result?.capacity);
      expect(result?.capacity).toBeLessThanOrEqual(largest);
      const { tried, failed, totalMs } = countLane(lane);
      if (lane.search === 'planned')
        expect({ tried, failed, passed }).toEqual({ tried: 0, failed: 0, passed: [largest] });
      else expect(failed).toBe(tried - passed.length);
      expect(totalMs).toBeGreaterThan(0);
      for (const { microBatch, peakBytes, how, verdict } of sizes) {
        expect(microBatch).toBeLessThanOrEqual(9);
        expect(verdict.type).toBe(microBatch <= largest ? 'fits' : 'over-budget');
        if (how !== 'planned') expect(peakBytes <= standing.usableBytes).toBe(verdict.type === 'fits');
      }
    }
    const found = Object.fromEntries(lanes.map(({ search, result }) => [search, result?.capacity]));
    expect(found).toMatchObject({ planned: 3, bisect: 3, 'shrink-by-tenth': 3, doubling: 2, halving: 2, power: 2 });
    expectNothingAllocated(engine);

    const after = await train(engine, CONFIG, dataset);
    expect(after.rows.map(({ loss, gradientNorm }) => [loss, gradientNorm])).toEqual(
      before.rows.map(({ loss, gradientNorm }) => [loss, gradientNorm]),
    );
    for (const [name, values] of before.parameters) expect(after.parameters.get(name), name).toEqual(values);
  });

  test('stopped while a size is tried, it says so and gives everything back', async () => {
    const told = await race(({ type }) => type === 'search-started');
    expect(told.at(-1)).toMatchObject({ type: 'ended', end: { type: 'stopped' } });
    expect(told.filter(({ type }) => type === 'search-ended')).toEqual([]);
    expectNothingAllocated(engine);
  });
});

describe('a run that searches on the device', () => {
  test('takes slices no larger than the size that passed, and its plan tells the sizes tried', async () => {
    const config = { ...CONFIG, search: 'doubling' as const };
    const probe = new RunProbe(engine, config, syntheticDataset(63, 4));
    await probe.ended;
    const report = probe.all('ready')[0]?.report;
    expect(report?.considered.map(({ microBatch, verdict }) => [microBatch, verdict.type])).toEqual([
      [1, 'fits'],
      [2, 'fits'],
      [4, 'over-budget'],
    ]);
    expect(report?.considered.every(({ triedMs }) => triedMs !== undefined)).toBe(true);
    expect(report).toMatchObject({ verdict: 'fits', capacity: 2, accumulationSteps: 5 });
    expect(probe.rows.map(({ microBatch }) => microBatch)).toEqual([2, 2]);
    expect(probe.phases.at(-1)).toBe('finished');
    expectNothingAllocated(engine);
  });
});
