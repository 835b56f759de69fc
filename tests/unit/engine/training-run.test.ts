import { beforeAll, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../../src/core/config/default-config.ts';
import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import { DEFAULT_LIMITS } from '../../../src/engine/device/default-limits.ts';
import { DeviceMemory } from '../../../src/engine/device/device-memory.ts';
import { DeviceWatch } from '../../../src/engine/device/device-watch.ts';
import { PipelineCache } from '../../../src/engine/execute/pipeline-cache.ts';
import { createPlanner } from '../../../src/engine/planning/plan-training.ts';
import type { TrainingPlanner } from '../../../src/engine/planning/training-planner.ts';
import type { RunEvent } from '../../../src/engine/training/run-reporter.ts';
import { TrainingRun } from '../../../src/engine/training-run.ts';
import { syntheticDataset } from '../../gpu/engine/synthetic-dataset.ts';
import { IdleDevice } from './idle-device.ts';

const CONFIG: TrainingConfig = {
  ...defaultConfig('fashion-mlp'),
  batchSize: 16,
  microBatch: 8,
  length: 5,
  evaluateEvery: 0,
};

let planner: TrainingPlanner;
beforeAll(async () => {
  planner = await createPlanner(DEFAULT_LIMITS, () => 0);
});

type OnEvent = (event: RunEvent, run: TrainingRun, device: IdleDevice) => void;

/** Runs to the end on a clock that jumps, so that no event is held back; `onEvent` may interfere. */
async function runToEnd(config: TrainingConfig, onEvent: OnEvent) {
  const device = new IdleDevice();
  const gpuDevice = device.asGpuDevice();
  const memory = new DeviceMemory(gpuDevice);
  const watch = new DeviceWatch(gpuDevice, () => 0);
  const events: RunEvent[] = [];
  let clockMs = 0;
  const run = new TrainingRun(config, false, {
    prepare: async () => ({ planner, runDevice: { memory, watch, pipelines: new PipelineCache(gpuDevice) } }),
    loadDataset: async () => syntheticDataset(64, 64),
    emit: (event) => {
      events.push(event);
      onEvent(event, run, device);
    },
    now: () => {
      clockMs += 1000;
      return clockMs;
    },
  });
  await run.run();
  watch.release();
  const updates = events.flatMap((event) => (event.type === 'metrics' ? [...event.packet.updates.update] : []));
  return { events, updates, allocatedBytes: memory.allocatedBytes };
}

describe('training run', () => {
  test('a stop in the middle of an update keeps the numbers of every update before it', async () => {
    const { events, updates, allocatedBytes } = await runToEnd(CONFIG, (event, run) => {
      if (event.type === 'slice' && event.progress.update === 3 && event.progress.slicesDone === 1) run.stop();
    });
    expect(updates).toEqual([1, 2]);
    expect(events.at(-1)).toEqual({ type: 'phase', phase: 'stopped' });
    expect(allocatedBytes).toBe(0);
  });

  test('a device lost while it evaluates is lost after the updates that were made', async () => {
    const { events, updates, allocatedBytes } = await runToEnd({ ...CONFIG, evaluateEvery: 2 }, (event, _, device) => {
      if (event.type === 'progress' && event.progress.activity === 'evaluating') device.lose('unknown', 'gone');
    });
    expect(updates).toEqual([1, 2]);
    const message = 'The GPU device was lost after update 2.';
    expect(events).toContainEqual({
      type: 'failure',
      failure: expect.objectContaining({ code: 'device-lost', message }),
    });
    expect(events.at(-1)).toEqual({ type: 'phase', phase: 'failed' });
    expect(allocatedBytes).toBe(0);
  });
});
