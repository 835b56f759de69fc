import { beforeAll, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../../src/core/config/default-config.ts';
import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import { FailureError, failureOf } from '../../../src/core/failures.ts';
import { DEFAULT_LIMITS } from '../../../src/engine/device/default-limits.ts';
import { DeviceMemory } from '../../../src/engine/device/device-memory.ts';
import { DeviceWatch } from '../../../src/engine/device/device-watch.ts';
import { PipelineCache } from '../../../src/engine/execute/pipeline-cache.ts';
import { createPlanner } from '../../../src/engine/planning/plan-training.ts';
import type { TrainingPlanner } from '../../../src/engine/planning/training-planner.ts';
import { RunKeeper } from '../../../src/engine/run-keeper.ts';
import type { RunEvent } from '../../../src/engine/training/run-reporter.ts';
import { TrainingRun } from '../../../src/engine/training-run.ts';
import type { RunSource } from '../../../src/protocol/kept-run.ts';
import { syntheticDataset } from '../../gpu/engine/synthetic-dataset.ts';
import { MemoryCheckpoints } from './checkpoints/memory-checkpoints.ts';
import { IdleDevice } from './idle-device.ts';

const CONFIG: TrainingConfig = {
  ...{ ...defaultConfig('fashion-mlp'), batchSize: 16, microBatch: 8 },
  ...{ length: 6, evaluateEvery: 0, testExamples: 0 },
};

let planner: TrainingPlanner;
beforeAll(async () => {
  planner = await createPlanner(DEFAULT_LIMITS, () => 0);
});

interface Kept {
  readonly storage?: MemoryCheckpoints;
  readonly from?: RunSource;
  readonly config?: TrainingConfig;
  /** By which the clock jumps whenever it is read. */
  readonly tickMs?: number;
  /** By which it jumps with every slice. */
  readonly sliceMs?: number;
  /** How long the storage takes to keep a checkpoint. */
  readonly saveMs?: number;
  readonly onEvent?: (event: RunEvent, run: TrainingRun, device: IdleDevice) => void;
}

/** Runs to the end on devices that compute nothing, each in place of one that is lost. */
async function runToEnd({
  storage = new MemoryCheckpoints(),
  from,
  config = CONFIG,
  tickMs = 1,
  sliceMs = 0,
  saveMs = 0,
  onEvent,
}: Kept) {
  const devices: IdleDevice[] = [];
  const memories: DeviceMemory[] = [];
  const watches: DeviceWatch[] = [];
  const open = () => {
    const device = new IdleDevice();
    const gpuDevice = device.asGpuDevice();
    const memory = new DeviceMemory(gpuDevice);
    const watch = new DeviceWatch(gpuDevice, () => 0);
    devices.push(device);
    memories.push(memory);
    watches.push(watch);
    return { memory, watch, pipelines: new PipelineCache(gpuDevice) };
  };
  let runDevice = open();
  const keeper = new RunKeeper({ storage, post: () => {}, wallClock: () => 1000 });
  const events: RunEvent[] = [];
  let clockMs = 0;
  const dataset = syntheticDataset(64, 64);
  const keeping = keeper.keepingOf(config, from);
  const run = new TrainingRun(config, false, {
    prepare: async () => {
      if (runDevice.watch.failure) runDevice = open();
      return { planner, runDevice };
    },
    loadDataset: async () => ({
      ...dataset,
      gather: (...what) => {
        clockMs += sliceMs;
        dataset.gather(...what);
      },
    }),
    emit: (event) => {
      events.push(event);
      onEvent?.(event, run, devices[devices.length - 1] ?? new IdleDevice());
    },
    now: () => {
      clockMs += tickMs;
      return clockMs;
    },
    keeping: {
      ...keeping,
      save: (checkpoint) => {
        clockMs += saveMs;
        return keeping.save(checkpoint);
      },
    },
  });
  await run.run();
  await run.checkpointer?.saved();
  for (const watch of watches) watch.release();
  return {
    events,
    storage,
    devices: devices.length,
    updates: events.flatMap((event) => (event.type === 'metrics' ? [...event.packet.updates.update] : [])),
    texts: events.flatMap((event) => (event.type === 'log' ? [event.entry.text] : [])),
    end: events.at(-1),
    allocatedBytes: memories.map(({ allocatedBytes }) => allocatedBytes),
    peakBytes: memories.map(({ highWaterBytes }) => highWaterBytes),
    checkpoint: run.checkpointer?.last,
  };
}

/** Rows come when they come; an event a row where the clock makes each packet due. */
const atUpdate = (event: RunEvent, update: number) =>
  event.type === 'slice' && event.progress.update === update && event.progress.slicesDone === 1;

describe('training run that is kept', () => {
  test('keeps what it has when it ends, within its budget, and gives all of it back', async () => {
    const { storage, checkpoint, allocatedBytes, peakBytes } = await runToEnd({});
    expect(storage.entries.map(({ stored }) => stored)).toMatchObject([{ updates: 6, workload: 'fashion-mlp' }]);
    expect(checkpoint?.history.updates.rowsAppended).toBe(6);
    expect(allocatedBytes).toEqual([0]);
    expect(peakBytes[0]).toBeLessThanOrEqual(CONFIG.budgetMiB * 1024 ** 2);
  });

  test('takes a checkpoint every 30 seconds, or after the update at which it is asked', async () => {
    const seldom = await runToEnd({ tickMs: 0 });
    expect(seldom.storage.entries).toHaveLength(1);
    const asked = await runToEnd({
      tickMs: 110,
      onEvent: (event, run) => atUpdate(event, 3) && run.checkpointer?.request(),
    });
    expect(asked.storage.entries.map(({ stored }) => stored.updates)).toEqual([6, 3]);
  });

  test('takes fewer where each takes long: a twentieth of the time goes into them', async () => {
    const taken = async (saveMs: number) => {
      const { storage, end } = await runToEnd({ tickMs: 5000, saveMs });
      expect(end).toEqual({ type: 'phase', phase: 'finished' });
      return storage.entries[0]?.stored.id;
    };
    expect(await taken(0)).toBe(6);
    // The first, and the one at the end.
    expect(await taken(1_000_000)).toBe(2);
  });

  test('goes on from a checkpoint: later updates alone are made, and the page is given the curves before', async () => {
    const first = await runToEnd({
      tickMs: 200,
      onEvent: (event, run) => atUpdate(event, 3) && run.stop(),
    });
    expect(first.storage.entries[0]?.stored.updates).toBe(2);
    const from = { type: 'kept', id: first.storage.entries[0]?.stored.id ?? 0 } as const;
    const second = await runToEnd({ storage: first.storage, from });
    const history = second.events.find((event) => event.type === 'history');
    expect([...(history?.history.updates.columns.get('update') ?? [])]).toEqual([1, 2]);
    expect(second.updates).toEqual([3, 4, 5, 6]);
    expect(second.end).toEqual({ type: 'phase', phase: 'finished' });
  });

  test('a damaged checkpoint is named, and the one before it is used', async () => {
    const first = await runToEnd({
      tickMs: 200,
      onEvent: (event, run) => (atUpdate(event, 3) || atUpdate(event, 5)) && run.checkpointer?.request(),
    });
    const [newest, older] = first.storage.entries;
    if (!newest || !older) throw new Error('Two were to be kept.');
    const { bytes } = newest;
    bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
    const from = { type: 'kept', id: newest.stored.id } as const;
    const second = await runToEnd({ storage: first.storage, from });
    expect(second.texts).toContain(
      `The checkpoint is damaged: its checksum does not match its contents. The run goes on from the checkpoint before it, at update ${older.stored.updates}.`,
    );
    expect(second.updates).toEqual([1, 2, 3, 4, 5, 6].slice(older.stored.updates));
  });

  test('a checkpoint that cannot be used ends the run with its name, before anything is compiled', async () => {
    const file = new File(['no checkpoint'], 'run.safetensors');
    const { events, end } = await runToEnd({ from: { type: 'file', file } });
    expect(events).toContainEqual({
      type: 'failure',
      failure: expect.objectContaining({ code: 'checkpoint-damaged' }),
    });
    expect(events).not.toContainEqual({ type: 'phase', phase: 'compiling' });
    expect(end).toEqual({ type: 'phase', phase: 'failed' });
  });

  test('storage without room is said once, and training goes on', async () => {
    const storage = new MemoryCheckpoints();
    storage.isFull = true;
    const { texts, updates, end } = await runToEnd({ storage, tickMs: 10_000 });
    expect(texts.filter((text) => text.includes('has no room for a checkpoint'))).toHaveLength(1);
    expect(updates).toEqual([1, 2, 3, 4, 5, 6]);
    expect(end).toEqual({ type: 'phase', phase: 'finished' });
  });

  test('a lost device is replaced, and the updates since the last checkpoint are made again', async () => {
    let losses = 0;
    const lost = await runToEnd({
      tickMs: 200,
      onEvent: (event, run, device) => {
        if (atUpdate(event, 3)) run.checkpointer?.request();
        if (losses > 0 || !atUpdate(event, 5)) return;
        losses += 1;
        device.lose('unknown', 'gone');
      },
    });
    expect(lost.devices).toBe(2);
    const [text] = lost.texts.filter((line) => line.includes('on another device'));
    expect(text).toMatch(/The run goes on from update [34] on another device; updates repeated: [01]\.$/);
    expect(lost.updates.slice(-3)).toEqual([4, 5, 6]);
    expect(lost.end).toEqual({ type: 'phase', phase: 'finished' });
    expect(lost.allocatedBytes).toEqual([0, 0]);
  });

  test('between checkpoints a state is kept in memory, so that no update that lasts is made again', async () => {
    let losses = 0;
    const lost = await runToEnd({
      tickMs: 0.1,
      sliceMs: 150,
      onEvent: (event, _, device) => {
        if (losses > 0 || !atUpdate(event, 5)) return;
        losses += 1;
        device.lose('unknown', 'gone');
      },
    });
    const [text] = lost.texts.filter((line) => line.includes('on another device'));
    expect(text).toMatch(/The run goes on from update 4 on another device; updates repeated: 0\.$/);
    expect(lost.storage.entries.map(({ stored }) => stored.updates)).toEqual([6]);
    expect(lost.end).toEqual({ type: 'phase', phase: 'finished' });
  });

  test('devices lost one after another get half of it, then a quarter, where the size is free', async () => {
    let losses = 0;
    const lost = await runToEnd({
      config: { ...CONFIG, microBatch: 'auto' },
      tickMs: 200,
      onEvent: (event, _, device) => {
        if (losses === 3 || !atUpdate(event, 2)) return;
        losses += 1;
        device.lose('unknown', 'gone');
      },
    });
    const sizes = lost.events.flatMap((event) => (event.type === 'ready' ? [event.report] : []));
    expect(sizes.map((report) => (report.verdict === 'fits' ? report.microBatch : 0))).toEqual([16, 16, 8, 4]);
    expect(lost.texts).toContain('The device was lost 2 times in a row: micro-batches are 8 at most now.');
    expect(lost.end).toEqual({ type: 'phase', phase: 'finished' });
  });

  test('a device that is lost a fourth time in a row ends the run with the reason', async () => {
    const lost = await runToEnd({
      tickMs: 200,
      onEvent: (event, _, device) => {
        if (atUpdate(event, 2)) device.lose('unknown', 'gone');
      },
    });
    expect(lost.devices).toBe(4);
    expect(lost.texts.filter((text) => text.includes('goes on from update 1 on another device'))).toHaveLength(3);
    expect(lost.events).toContainEqual({ type: 'failure', failure: expect.objectContaining({ code: 'device-lost' }) });
    expect(lost.end).toEqual({ type: 'phase', phase: 'failed' });
  });
});

test('a failure that is no loss of a device ends a kept run at once', async () => {
  const failure = failureOf('no-adapter', {});
  const keeper = new RunKeeper({ storage: new MemoryCheckpoints(), post: () => {}, wallClock: () => 0 });
  const events: RunEvent[] = [];
  let asked = 0;
  const run = new TrainingRun(CONFIG, false, {
    prepare: async () => {
      asked += 1;
      throw new FailureError(failure);
    },
    loadDataset: async () => syntheticDataset(64, 64),
    emit: (event) => events.push(event),
    now: () => 0,
    keeping: keeper.keepingOf(CONFIG, undefined),
  });
  await run.run();
  expect(asked).toBe(1);
  expect(events).toContainEqual({ type: 'failure', failure });
});
