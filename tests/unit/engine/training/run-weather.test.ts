import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import type { TrainingConfig } from '../../../../src/core/config/training-config.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { DeviceMemory } from '../../../../src/engine/device/device-memory.ts';
import { DeviceWatch } from '../../../../src/engine/device/device-watch.ts';
import { withErrorScopes } from '../../../../src/engine/device/error-scope.ts';
import type { RunDevice } from '../../../../src/engine/device/run-device.ts';
import { PipelineCache } from '../../../../src/engine/execute/pipeline-cache.ts';
import { createPlanner } from '../../../../src/engine/planning/plan-training.ts';
import type { TrainingPlanner } from '../../../../src/engine/planning/training-planner.ts';
import { RunKeeper } from '../../../../src/engine/run-keeper.ts';
import { RunControl } from '../../../../src/engine/training/run-control.ts';
import type { RunEvent } from '../../../../src/engine/training/run-reporter.ts';
import { RunWeather } from '../../../../src/engine/training/run-weather.ts';
import { TrainingRun } from '../../../../src/engine/training-run.ts';
import { syntheticDataset } from '../../../gpu/engine/synthetic-dataset.ts';
import { MemoryCheckpoints } from '../checkpoints/memory-checkpoints.ts';
import { IdleDevice } from '../idle-device.ts';

const watches: DeviceWatch[] = [];
afterEach(() => {
  for (const watch of watches.splice(0)) watch.release();
});

function openDevice(): RunDevice {
  const device = new IdleDevice().asGpuDevice();
  const watch = new DeviceWatch(device, () => 0);
  watches.push(watch);
  return { memory: new DeviceMemory(device), watch, pipelines: new PipelineCache(device) };
}

function weatherOf(weather: string, control = new RunControl(false)) {
  const log: string[] = [];
  return {
    weather: new RunWeather({ config: { weather, budgetMiB: 8 }, control, log: (text) => log.push(text) }),
    log,
  };
}

describe('the budget in force', () => {
  test('is that of the settings until the weather speaks, and what the weather says from then on', () => {
    const { weather } = weatherOf('10s2b4_12b6');
    const budgets = [
      [8, 0],
      [9, 0],
      [9, 1],
      [10, 0],
      [11, 0],
    ].map(([update = 0, slice = 0]) => weather.budgetMiB({ update, slice }));
    expect(budgets).toEqual([8, 8, 4, 4, 6]);
    expect(weather.budgetMiB()).toBe(6);
  });

  test('is the last word: a person’s until the weather changes, then the weather’s', () => {
    const control = new RunControl(false);
    const { weather } = weatherOf('3-4b2_6b3', control);
    const at = (update: number) => weather.budgetMiB({ update: update - 1, slice: 0 });
    expect(at(1)).toBe(8);
    control.setBudget(7);
    expect(at(2)).toBe(7);
    expect(at(3)).toBe(2);
    control.setBudget(5);
    expect([at(3), at(4)]).toEqual([5, 5]);
    // The spike is over: what holds is what was said last.
    expect(at(5)).toBe(5);
    expect(at(6)).toBe(3);
    control.setBudget(5);
    expect([weather.budgetMiB(), at(7)]).toEqual([5, 5]);
  });
});

describe('events of the weather', () => {
  test('come before their slice, each once, also where updates are made again', async () => {
    const { weather, log } = weatherOf('2fail1_2s3fail1_3fail1');
    const device = openDevice();
    const at = (update: number, slice: number) => weather.strike({ update: update - 1, slice: slice - 1 }, device);
    const heard = () => log.splice(0).length;
    for (const slice of [1, 2, 3]) expect(at(1, slice)).toBeUndefined();
    expect(heard()).toBe(0);
    at(2, 1);
    expect(heard()).toBe(1);
    // Slice 3 never comes: its event does, before what comes next.
    at(2, 2);
    at(3, 1);
    expect(heard()).toBe(2);
    for (const update of [1, 2, 3]) at(update, 1);
    expect(heard()).toBe(0);
  });

  test('are past where the run goes on after them', () => {
    const { weather, log } = weatherOf('38fail1_39fail1_40fail2');
    weather.startAfter(39);
    // On another device the run may go on from further back.
    weather.startAfter(12);
    weather.strike({ update: 12, slice: 0 }, openDevice());
    weather.strike({ update: 39, slice: 0 }, openDevice());
    expect(log).toEqual(['Memory weather: allocations that fail from now on: 2.']);
  });

  test('that lose the device lose the device that trains', async () => {
    const { weather } = weatherOf('2lost');
    const [first, second] = [openDevice(), openDevice()];
    expect(weather.strike({ update: 0, slice: 0 }, first)).toBeUndefined();
    await expect(weather.strike({ update: 1, slice: 0 }, first)).rejects.toMatchObject({ kind: 'lost' });
    expect(first.watch.failure?.kind).toBe('lost');
    expect(weather.strike({ update: 1, slice: 0 }, second)).toBeUndefined();
  });
});

const CONFIG: TrainingConfig = {
  ...defaultConfig('fashion-mlp'),
  ...{ batchSize: 24, microBatch: 'auto', length: 6, evaluateEvery: 0, testExamples: 0 },
};

let planner: TrainingPlanner;
beforeAll(async () => {
  planner = await createPlanner(DEFAULT_LIMITS, () => 0);
});

/** MiB that slices of `microBatch` take, with room to read the run back, but not for one example more. */
function budgetMiB(microBatch: number): number {
  return (planner.plan({ ...CONFIG, microBatch }).report.peakBytes + 5 * 1024) / 2 ** 20;
}

type OnEvent = (event: RunEvent, run: TrainingRun) => void;

/** Runs to the end on devices that compute nothing; nothing stays allocated. */
async function runIn(weather: string, changes: Partial<TrainingConfig> = {}, onEvent?: OnEvent, tickMs = 200) {
  const config = { ...CONFIG, budgetMiB: budgetMiB(12), ...changes, weather };
  const keeper = new RunKeeper({ storage: new MemoryCheckpoints(), post: () => {}, wallClock: () => 0 });
  const devices: RunDevice[] = [openDevice()];
  const events: RunEvent[] = [];
  let clockMs = 0;
  const run = new TrainingRun(config, false, {
    prepare: async () => {
      if (devices.at(-1)?.watch.failure) devices.push(openDevice());
      return { planner, runDevice: devices.at(-1) ?? openDevice() };
    },
    loadDataset: async () => syntheticDataset(96, 8),
    emit: (event) => {
      events.push(event);
      onEvent?.(event, run);
      if (event.type === 'slice' && event.progress.update === 4) run.checkpointer?.request();
    },
    now: () => {
      clockMs += tickMs;
      return clockMs;
    },
    keeping: keeper.keepingOf(config, undefined),
  });
  await run.run();
  for (const { memory } of devices) expect(memory).toMatchObject({ allocatedBytes: 0, liveBuffers: 0 });
  const texts = events.flatMap((event) => (event.type === 'log' ? [event.entry.text] : []));
  return {
    events,
    devices,
    end: events.at(-1),
    failures: events.flatMap((event) => (event.type === 'failure' ? [event.failure.code] : [])),
    outOfMemory: texts.filter((text) => text.startsWith('The device ran out of memory (')),
    adapted: events.flatMap((event) => (event.type === 'adapted' ? [event.adaptation] : [])),
    losses: texts.filter((text) => text.includes('on another device')),
    history: run.checkpointer?.last?.history.updates.columns,
  };
}

const FINISHED = { type: 'phase', phase: 'finished' };

describe('a run in memory weather', () => {
  test('follows its budget, from the slice on that the weather names', async () => {
    const { end, adapted, history } = await runIn(`2s2b${budgetMiB(6)}_3b${budgetMiB(12)}`);
    expect(end).toEqual(FINISHED);
    expect(adapted.map(({ cause, change, update, slice }) => [cause, change, update, slice])).toEqual([
      ['budget', 'shrink', 2, 2],
      ['budget', 'none', 3, 1],
      ['budget', 'grow', 6, 1],
    ]);
    expect([...(history?.get('slices') ?? [])]).toEqual([2, 3, 4, 4, 4, 2]);
    expect([...(history?.get('batch') ?? [])]).toEqual(new Array(6).fill(24));
  });

  test.each([
    ['auto', 9],
    [12, 9],
  ] as const)('survives a storm of nine failures in a row, micro-batch %s', async (microBatch, failures) => {
    const { end, outOfMemory, history } = await runIn(`3s2fail${failures}`, { microBatch });
    expect(end).toEqual(FINISHED);
    expect(outOfMemory).toHaveLength(failures);
    expect([...(history?.get('batch') ?? [])]).toEqual(new Array(6).fill(24));
  });

  test.each(['auto', 12] as const)('ends with its reason at the tenth, micro-batch %s', async (microBatch) => {
    const { end, failures } = await runIn('3s2fail10', { microBatch });
    expect(end).toEqual({ type: 'phase', phase: 'failed' });
    expect(failures).toEqual(['out-of-memory']);
  });

  test('survives ten failures with an update in between', async () => {
    const { end, outOfMemory } = await runIn('3fail9_5fail9');
    expect(end).toEqual(FINISHED);
    expect(outOfMemory).toHaveLength(18);
  });

  test('leaves no failure to the runs after it on the same device', async () => {
    const { devices, end } = await runIn('6s3fail1000', { length: 6 });
    expect(end).toEqual(FINISHED);
    const memory = devices[0]?.memory ?? openDevice().memory;
    const { outcome } = await withErrorScopes(memory.device, () => memory.failsAttempt());
    expect(outcome).toEqual({ type: 'ok' });
  });

  test('loses its device once, and goes on from its checkpoint', async () => {
    const { end, devices, losses, history } = await runIn('5s2lost');
    expect(end).toEqual(FINISHED);
    expect(devices).toHaveLength(2);
    expect(losses).toEqual([expect.stringMatching(/from update 4 on another device; updates repeated: 0\.$/)]);
    expect([...(history?.get('update') ?? [])]).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('tells every update once where numbers are held back when the device is lost', async () => {
    const { events, history } = await runIn('4lost', {}, undefined, 1);
    const from = events.findIndex(({ type }) => type === 'history');
    const told = (part: readonly RunEvent[]) =>
      part.flatMap((event) => (event.type === 'metrics' ? [...event.packet.updates.update] : []));
    expect(told(events.slice(0, from))).toEqual([1, 2]);
    expect(told(events.slice(from))).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...(history?.get('update') ?? [])]).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('that holds nothing rests, until a person gives it more', async () => {
    const { end, events, history } = await runIn('3s2b1', {}, (event, { control }) => {
      if (event.type === 'shortage' && event.failure) control.setBudget(budgetMiB(6));
    });
    expect(end).toEqual(FINISHED);
    expect(events.flatMap((event) => (event.type === 'shortage' ? [event.failure?.code] : []))).toEqual([
      'does-not-fit',
      undefined,
    ]);
    expect([...(history?.get('slices') ?? [])]).toEqual([2, 2, 3, 4, 4, 4]);
  });
});
