import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import { DeviceMemory } from '../../../src/engine/device/device-memory.ts';
import { crampedDevice } from './cramped-device.ts';
import { expectNothingAllocated, type TestEngine, testConfig } from './engine-harness.ts';
import { RunProbe } from './run-probe.ts';
import { sharedEngine } from './shared-engine.ts';
import { syntheticDataset } from './synthetic-dataset.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await sharedEngine();
});
afterEach(() => expectNothingAllocated(engine));

const TIMEOUT_MS = 300_000;
const DATASET = syntheticDataset(24, 8);
/** A batch that the plan takes whole. */
const CONFIG = testConfig('fashion-mlp', { batchSize: 24, length: 1 });

/** Planned bytes of a slice of `microBatch`. */
function plannedBytes(microBatch: number): number {
  return engine.planner.plan({ ...CONFIG, microBatch }).report.peakBytes;
}

/** Runs on a device with room for `roomBytes`; checks that nothing stays allocated. */
async function runIn(roomBytes: number, config: TrainingConfig): Promise<{ probe: RunProbe; memory: DeviceMemory }> {
  const memory = new DeviceMemory(crampedDevice(engine.memory.device, roomBytes));
  const probe = new RunProbe(engine, config, DATASET, {
    runDevice: { memory, watch: engine.watch, pipelines: engine.pipelines },
  });
  await probe.ended;
  engine.watch.check();
  const { allocatedBytes, liveBuffers } = memory;
  expect({ allocatedBytes, liveBuffers }).toEqual({ allocatedBytes: 0, liveBuffers: 0 });
  return { probe, memory };
}

const logged = (probe: RunProbe, level: string) =>
  probe.all('log').flatMap(({ entry }) => (entry.level === level ? [entry.text] : []));

describe('a device with less memory than the plan takes', () => {
  test('trains with smaller slices, and says so', { timeout: TIMEOUT_MS }, async () => {
    const roomBytes = plannedBytes(12);
    const { probe } = await runIn(roomBytes, CONFIG);
    const [ready] = probe.all('ready');
    if (ready?.report.verdict !== 'fits') throw new Error('The run did not get ready.');
    expect(ready.report.microBatch).toBeLessThanOrEqual(12);
    expect(ready.report.slices.reduce((sum, { size, count }) => sum + size * count, 0)).toBe(24);
    expect(ready.allocatedBytes).toBe(ready.report.peakBytes);
    expect(ready.allocatedBytes).toBeLessThanOrEqual(roomBytes);
    expect(ready.report.considered[0]).toMatchObject({ microBatch: 24, verdict: { type: 'out-of-memory' } });
    const warnings = logged(probe, 'warning');
    expect(warnings[0]).toMatch(/could not provide .* for a micro-batch of 24\. Trying smaller slices\.$/);
    expect(probe.phases.at(-1)).toBe('finished');
    expect(probe.rows).toMatchObject([{ update: 1, batch: 24, slices: ready.report.accumulationSteps }]);
    // Back and forth between searching and compiling, once a size.
    expect(probe.phases.filter((phase) => phase === 'compiling')).toHaveLength(warnings.length + 1);
  });

  test('reaches one example where only that fits, in a bounded number of strictly smaller sizes', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { probe } = await runIn(plannedBytes(1), CONFIG);
    const tried = logged(probe, 'warning').map((text) => Number(/micro-batch of (\d+)/.exec(text)?.[1]));
    expect(tried.length).toBeLessThanOrEqual(12);
    expect(tried.every((size, i) => i === 0 || size < (tried[i - 1] ?? 0))).toBe(true);
    expect(probe.all('ready')[0]?.report).toMatchObject({ verdict: 'fits', microBatch: 1, accumulationSteps: 24 });
    expect(probe.phases.at(-1)).toBe('finished');
  });

  test('without room for one example, ends with out-of-memory, sizes down to 1 tried', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { probe, memory } = await runIn(plannedBytes(1) - 4, CONFIG);
    expect(probe.phases.at(-1)).toBe('failed');
    expect(probe.all('failure')).toMatchObject([
      {
        failure: {
          code: 'out-of-memory',
          message: expect.stringMatching(/^The device could not provide .* for a micro-batch of 1\.$/),
        },
      },
    ]);
    expect(memory.highWaterBytes).toBeGreaterThan(0);
  });

  test('never changes a size that a person fixed', { timeout: TIMEOUT_MS }, async () => {
    const { probe } = await runIn(plannedBytes(12), { ...CONFIG, microBatch: 24 });
    expect(probe.phases.slice(-2)).toEqual(['compiling', 'failed']);
    expect(probe.all('ready')).toEqual([]);
    const warnings = logged(probe, 'warning');
    expect(warnings).toHaveLength(9);
    for (const text of warnings) expect(text).toMatch(/ for a micro-batch of 24\. Trying again\.$/);
    expect(probe.all('failure')).toMatchObject([{ failure: { code: 'out-of-memory', remedy: expect.any(String) } }]);
  });
});
