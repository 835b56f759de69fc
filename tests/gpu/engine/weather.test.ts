import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import type { Weather } from '../../../src/core/weather/weather.ts';
import { budgetAt } from '../../../src/core/weather/weather-at.ts';
import { parseWeather } from '../../../src/core/weather/weather-text.ts';
import type { Dataset } from '../../../src/engine/datasets/dataset.ts';
import { DeviceMemory } from '../../../src/engine/device/device-memory.ts';
import { DeviceWatch } from '../../../src/engine/device/device-watch.ts';
import { openDevice } from '../../../src/engine/device/gpu-device.ts';
import type { RunDevice } from '../../../src/engine/device/run-device.ts';
import { PipelineCache } from '../../../src/engine/execute/pipeline-cache.ts';
import { RunKeeper } from '../../../src/engine/run-keeper.ts';
import type { RunEvent } from '../../../src/engine/training/run-reporter.ts';
import { TrainingRun } from '../../../src/engine/training-run.ts';
import { MemoryCheckpoints } from '../../unit/engine/checkpoints/memory-checkpoints.ts';
import { openEngine, type TestEngine, testConfig } from './engine-harness.ts';
import { syntheticDataset } from './synthetic-dataset.ts';

const TIMEOUT_MS = 300_000;
const UPDATES = 45;
const BATCH = 24;
const CHECKPOINT_AFTER = 38;
const DATASET = syntheticDataset(4 * BATCH, 8);
const CONFIG = testConfig('fashion-mlp', {
  ...{ batchSize: BATCH, headroom: 0, length: UPDATES, testExamples: 0, dropout: 0.2 },
});

let engine: TestEngine;
beforeAll(async () => {
  engine = await openEngine();
});

/** Looks at each buffer as it is made, whether it fits the budget then in force. */
class BudgetedMemory extends DeviceMemory {
  budgetBytes = 0;
  readonly overBudget: string[] = [];

  override create(label: string, sizeBytes: number, usage: number): GPUBuffer {
    const buffer = super.create(label, sizeBytes, usage);
    if (this.allocatedBytes > this.budgetBytes) this.overBudget.push(label);
    return buffer;
  }
}

type BudgetedDevice = RunDevice & { readonly memory: BudgetedMemory };
const devices: BudgetedDevice[] = [];
afterAll(() => {
  for (const { watch, memory } of devices) {
    watch.release();
    memory.device.destroy();
  }
  engine.destroy();
});

/** The engine's device at first, then a new one whenever the last is lost. */
async function usableDevice(): Promise<BudgetedDevice> {
  const last = devices.at(-1);
  if (last && !last.watch.failure) return last;
  const { device } = last ? await openAnother() : engine.memory;
  const isFirst = last === undefined;
  const watch = isFirst ? engine.watch : new DeviceWatch(device, () => performance.now());
  const pipelines = isFirst ? engine.pipelines : new PipelineCache(device);
  const opened = { memory: new BudgetedMemory(device), watch, pipelines };
  devices.push(opened);
  return opened;
}

async function openAnother() {
  const result = await openDevice(navigator.gpu);
  if (result.type !== 'opened') throw new Error(`No other device: ${result.type}.`);
  return result.opened;
}

/** What an update has taken, by its number: where it was begun more than once, what the last time took. */
class ExamplesByUpdate {
  readonly taken = new Map<number, number[]>();
  update = 0;

  /** The data set; writes down which training examples are asked for. */
  of(dataset: Dataset): Dataset {
    return {
      ...dataset,
      gather: (split, indices, first, count, staging) => {
        if (first === 0) this.taken.set(this.update, []);
        this.taken.get(this.update)?.push(...indices.subarray(first, first + count));
        dataset.gather(split, indices, first, count, staging);
      },
      weight: (split, index) => dataset.weight(split, index),
    };
  }
}

/** Runs to the end; what it has learnt is read from the checkpoint at its end. */
async function run(config: TrainingConfig) {
  const weather = weatherOf(config);
  const events: RunEvent[] = [];
  const examples = new ExamplesByUpdate();
  const keeper = new RunKeeper({ storage: new MemoryCheckpoints(), post: () => {}, wallClock: () => 0 });
  let memory: BudgetedMemory | undefined;
  const training = new TrainingRun(config, false, {
    prepare: async () => {
      const runDevice = await usableDevice();
      memory = runDevice.memory;
      return { planner: engine.planner, runDevice };
    },
    loadDataset: async () => examples.of(DATASET),
    budgetMiBAt: (update, slice) => {
      const nowMiB = budgetAt(weather, update, slice);
      if (memory) memory.budgetBytes = (nowMiB ?? config.budgetMiB) * 2 ** 20;
      examples.update = update;
      if (update === CHECKPOINT_AFTER) training.checkpointer?.request();
      return nowMiB;
    },
    emit: (event) => events.push(event),
    now: () => performance.now(),
    keeping: keeper.keepingOf(config, undefined),
  });
  await training.run();
  const checkpoint = training.checkpointer?.last;
  if (checkpoint?.updates !== UPDATES) throw new Error(`The run came to update ${checkpoint?.updates}.`);
  const { columns } = checkpoint.history.updates;
  const all = <T extends RunEvent['type']>(type: T) =>
    events.filter((event): event is Extract<RunEvent, { readonly type: T }> => event.type === type);
  return {
    all,
    column: (name: string) => [...(columns.get(name) ?? [])],
    examples: examples.taken,
    parameters: checkpoint.parameters,
  };
}

function weatherOf(config: TrainingConfig): Weather {
  const parsed = parseWeather(config.weather);
  if (parsed.type === 'problem') throw new Error(parsed.found);
  return parsed.weather;
}

/** Largest difference of any parameter, in parts of the largest value of its array. */
function difference(actual: ReadonlyMap<string, Float32Array>, expected: ReadonlyMap<string, Float32Array>): number {
  let most = 0;
  for (const [name, values] of expected) {
    const others = actual.get(name) ?? new Float32Array();
    expect(others.length).toBe(values.length);
    const largest = values.reduce((so, value) => Math.max(so, Math.abs(value)), 0);
    for (const [i, value] of values.entries()) most = Math.max(most, Math.abs((others[i] ?? 0) - value) / largest);
  }
  return most;
}

/** MiB that slices of `microBatch` take, with room to read the run back, but not for one example more. */
function budgetMiB(microBatch: number): number {
  return (engine.planner.plan({ ...CONFIG, microBatch }).report.peakBytes + 5 * 1024) / 2 ** 20;
}

test('half the room for examples, a lost device and a storm of nine failures: no update differs, and none is over its budget', {
  timeout: TIMEOUT_MS,
}, async () => {
  const [whole, half] = [budgetMiB(12), budgetMiB(6)];
  const config = { ...CONFIG, budgetMiB: whole };
  const calm = await run(config);
  const stormy = await run({ ...config, weather: `10s2b${half}_30b${whole}_40lost_43s2fail9` });

  // Updates of two slices, then of four; one example at a time when the device has refused nine times.
  const slices = [...new Array(9).fill(2), 3, ...new Array(22).fill(4), ...new Array(10).fill(2), 24, 24, 24];
  expect(stormy.column('slices')).toEqual(slices);
  const told = stormy
    .all('adapted')
    .map(({ adaptation: { cause, change, update, slice } }) => [cause, change, update, slice]);
  expect(told).toEqual([
    ['budget', 'shrink', 10, 2],
    ['budget', 'none', 30, 1],
    ['budget', 'grow', 33, 1],
    ['out-of-memory', 'shrink', 43, 1],
  ]);
  const texts = stormy.all('log').map(({ entry }) => entry.text);
  expect(texts.filter((text) => text.startsWith('The device ran out of memory ('))).toHaveLength(9);
  expect(texts.filter((text) => text.includes('on another device'))).toHaveLength(1);
  expect(devices).toHaveLength(2);

  for (const { memory } of devices) {
    expect(memory.overBudget).toEqual([]);
    expect(memory).toMatchObject({ allocatedBytes: 0, liveBuffers: 0 });
  }
  expect(stormy.column('batch')).toEqual(new Array(UPDATES).fill(BATCH));
  expect(stormy.examples).toEqual(calm.examples);
  expect(stormy.examples.size).toBe(UPDATES);
  expect(difference(stormy.parameters, calm.parameters)).toBeLessThan(1e-5);
  for (const [row, loss] of stormy.column('loss').entries())
    expect(loss).toBeCloseTo(calm.column('loss')[row] ?? Number.NaN, 5);
});
