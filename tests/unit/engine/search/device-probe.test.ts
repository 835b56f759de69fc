import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import type { TrainingConfig } from '../../../../src/core/config/training-config.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { DeviceMemory } from '../../../../src/engine/device/device-memory.ts';
import { DeviceWatch } from '../../../../src/engine/device/device-watch.ts';
import type { RunDevice } from '../../../../src/engine/device/run-device.ts';
import { PipelineCache } from '../../../../src/engine/execute/pipeline-cache.ts';
import { createPlanner } from '../../../../src/engine/planning/plan-training.ts';
import type { SizePlanner, TrainingPlanner } from '../../../../src/engine/planning/training-planner.ts';
import { DeviceProbe } from '../../../../src/engine/search/device-probe.ts';
import { searchOnDevice } from '../../../../src/engine/search/device-search.ts';
import { RunStopped } from '../../../../src/engine/training/run-control.ts';
import { ReplayingDevice } from './replaying-device.ts';

/** Room for 3 examples beside 3.6 MiB that do not depend on the size. */
const CONFIG: TrainingConfig = { ...defaultConfig('fashion-mlp'), batchSize: 9, budgetMiB: 3.62 };

let planner: TrainingPlanner;
beforeAll(async () => {
  planner = await createPlanner(DEFAULT_LIMITS, () => 0);
});

let device: ReplayingDevice;
let runDevice: RunDevice;
let sizes: SizePlanner;
beforeEach(() => {
  device = new ReplayingDevice();
  const gpuDevice = device.asGpuDevice();
  runDevice = {
    memory: new DeviceMemory(gpuDevice),
    watch: new DeviceWatch(gpuDevice, () => 0),
    pipelines: new PipelineCache(gpuDevice),
  };
  sizes = planner.sizePlanner(CONFIG);
});
afterEach(() => {
  expect(device.openScopes).toBe(0);
  expect(runDevice.memory.allocatedBytes).toBe(0);
  runDevice.watch.release();
});

function openProbe(check: () => void = () => {}, planned: SizePlanner = sizes): DeviceProbe {
  return new DeviceProbe({ runDevice, sizes: planned, now: () => 0, check });
}

function dispatchesOf(microBatch: number): number {
  const slice = sizes.plan(microBatch).memory?.programs[0];
  return slice?.commands.filter(({ type }) => type === 'dispatch').length ?? 0;
}

describe('a probe on the device', () => {
  test('of a size that fits allocates what is planned and runs one slice; kernels that are new run once before', async () => {
    const probe = openProbe();
    const { peakBytes } = sizes.plan(3);
    expect(await probe.try(3)).toEqual({ verdict: { type: 'fits' }, peakBytes, elapsedMs: 0 });
    const dispatches = dispatchesOf(3);
    expect(dispatches).toBeGreaterThan(10);
    expect(device.dispatches).toBe(2 * dispatches);
    const { pipelines } = device;
    await probe.try(3);
    expect(device.dispatches).toBe(3 * dispatches);
    expect(device.pipelines).toBe(pipelines);
    expect(runDevice.memory.highWaterBytes).toBe(peakBytes);
  });

  test('creates the optimizer’s buffers and makes no update', async () => {
    await openProbe().try(1);
    const labels = device.buffers.map(({ label }) => label);
    expect(
      labels.filter((label) => label.startsWith('adam') || label.includes('slot') || label.includes('moment')).length,
    ).toBeGreaterThan(0);
    expect(device.dispatches).toBe(2 * dispatchesOf(1));
  });

  test('binds and destroys no buffer but its own', async () => {
    const ofRun = runDevice.memory.create('parameter of a run', 64, 0);
    await openProbe().try(2);
    expect(device.buffers.filter(({ destroyed }) => !destroyed)).toEqual([ofRun]);
    expect([...device.bound]).not.toContain(ofRun);
    runDevice.memory.destroy(ofRun);
  });

  test('of a size over the budget is refused at a buffer, within the budget, and runs nothing', async () => {
    const { peakBytes, verdict } = sizes.plan(4);
    expect(verdict.type).toBe('over-budget');
    const overBytes = peakBytes - sizes.usableBytes;
    expect(await openProbe().try(4)).toEqual({ verdict: { type: 'over-budget', overBytes }, peakBytes, elapsedMs: 0 });
    expect(device.buffers.length).toBeGreaterThan(0);
    expect(runDevice.memory.highWaterBytes).toBeLessThanOrEqual(sizes.usableBytes);
    expect([device.pipelines, device.dispatches]).toEqual([0, 0]);
  });

  test('of a size over a limit creates and dispatches nothing', async () => {
    const verdict = { type: 'over-limit', limit: 'maxBufferSize', asked: 2, allowed: 1 } as const;
    const limited: SizePlanner = { ...sizes, plan: (size) => ({ ...sizes.plan(size), verdict }) };
    expect(await openProbe(() => {}, limited).try(2)).toMatchObject({ verdict });
    expect([device.buffers.length, device.pipelines, device.dispatches]).toEqual([0, 0, 0]);
  });

  test('is out of memory where the device says so in a scope', async () => {
    const createBuffer = device.createBuffer.bind(device);
    device.createBuffer = (descriptor) => {
      device.raise('out-of-memory', 'no room');
      return createBuffer(descriptor);
    };
    expect(await openProbe().try(2)).toMatchObject({ verdict: { type: 'out-of-memory' } });
    expect(device.dispatches).toBe(0);
    const tried: number[] = [];
    const request = {
      config: { ...CONFIG, search: 'power' as const },
      sizes,
      runDevice,
      check: () => {},
      now: () => 0,
    };
    const search = searchOnDevice({ ...request, onTried: ({ microBatch }) => tried.push(microBatch) });
    await expect(search).rejects.toMatchObject({ failure: { code: 'out-of-memory' } });
    expect(tried).toEqual([2, 1]);
  });

  test.each(['validation', 'out-of-memory'] as const)(
    'of one example is made again where the device refuses it once by %s, in a buffer or in a submit',
    async (filter) => {
      const createBuffer = device.createBuffer.bind(device);
      let refusals = 1;
      const refuse = () => {
        if (refusals > 0) device.raise(filter, 'not now');
        refusals -= 1;
      };
      device.createBuffer = (descriptor) => {
        refuse();
        return createBuffer(descriptor);
      };
      expect(await openProbe().try(1)).toMatchObject({ verdict: { type: 'fits' } });
      device.onSubmit = refuse;
      refusals = 1;
      device.createBuffer = createBuffer;
      expect(await openProbe().try(1)).toMatchObject({ verdict: { type: 'fits' } });
    },
  );

  test('ends with the reason where the device goes on refusing', async () => {
    device.onSubmit = () => device.raise('validation', 'never');
    await expect(openProbe().try(2)).rejects.toMatchObject({ kind: 'error', message: 'never' });
  });

  test('ends with the device', async () => {
    device.onSubmit = () => device.lose('unknown', 'the GPU process ended');
    await expect(openProbe().try(2)).rejects.toMatchObject({ kind: 'lost' });
  });

  test('is given up between two submits when it is stopped', async () => {
    let isStopped = false;
    device.onSubmit = () => {
      isStopped = true;
    };
    const probe = openProbe(() => {
      if (isStopped) throw new RunStopped();
    });
    await expect(probe.try(2)).rejects.toThrow(RunStopped);
    expect(device.dispatches).toBeLessThan(dispatchesOf(2));
  });
});

describe('a search on the device', () => {
  const search = (changes: Partial<TrainingConfig>) =>
    searchOnDevice({
      config: { ...CONFIG, ...changes },
      sizes,
      runDevice,
      onTried: () => {},
      check: () => {},
      now: () => 0,
    });

  test('gives the sizes it tried to the plan of the run, which takes none above', async () => {
    const searched = await search({ search: 'doubling' });
    expect(searched?.considered.map(({ microBatch, verdict }) => [microBatch, verdict.type])).toEqual([
      [1, 'fits'],
      [2, 'fits'],
      [4, 'over-budget'],
    ]);
    if (!searched) throw new Error('Nothing was searched.');
    const { report } = planner.plan({ ...CONFIG, search: 'doubling' }, { searched });
    expect(report).toMatchObject({ verdict: 'fits', capacity: 2, considered: searched.considered });
    expect(planner.plan({ ...CONFIG, search: 'doubling' }).report).toMatchObject({ capacity: 3 });
  });

  test('is not made where the size is planned, fixed, or the whole batch', async () => {
    expect(await search({ search: 'planned' })).toBeUndefined();
    expect(await search({ search: 'bisect', microBatch: 2 })).toBeUndefined();
    expect(await search({ search: 'bisect', accumulation: 'full-batch' })).toBeUndefined();
    expect(device.buffers).toEqual([]);
  });

  test('that finds nothing leaves it to the plan to say why', async () => {
    const tight = planner.sizePlanner({ ...CONFIG, budgetMiB: 1 });
    const config: TrainingConfig = { ...CONFIG, budgetMiB: 1, search: 'halving' };
    const searched = await searchOnDevice({
      config,
      sizes: tight,
      runDevice,
      onTried: () => {},
      check: () => {},
      now: () => 0,
    });
    if (!searched) throw new Error('Nothing was searched.');
    expect(searched.capacity).toBe(0);
    expect(planner.plan(config, { searched }).report).toMatchObject({ failure: { code: 'does-not-fit' } });
  });
});
