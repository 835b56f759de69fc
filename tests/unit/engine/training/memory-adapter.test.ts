import { beforeAll, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import type { TrainingConfig } from '../../../../src/core/config/training-config.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { DeviceMemory } from '../../../../src/engine/device/device-memory.ts';
import { DeviceWatch } from '../../../../src/engine/device/device-watch.ts';
import { PipelineCache } from '../../../../src/engine/execute/pipeline-cache.ts';
import { createPlanner } from '../../../../src/engine/planning/plan-training.ts';
import type { TrainingPlanner } from '../../../../src/engine/planning/training-planner.ts';
import type { RunEvent } from '../../../../src/engine/training/run-reporter.ts';
import { TrainingRun } from '../../../../src/engine/training-run.ts';
import { syntheticDataset } from '../../../gpu/engine/synthetic-dataset.ts';
import { IdleDevice } from '../idle-device.ts';

const CONFIG: TrainingConfig = {
  ...defaultConfig('fashion-mlp'),
  batchSize: 24,
  headroom: 0,
  length: 12,
  evaluateEvery: 0,
  testExamples: 8,
};
const DATASET = syntheticDataset(96, 8);

let planner: TrainingPlanner;
beforeAll(async () => {
  planner = await createPlanner(DEFAULT_LIMITS, () => 0);
});

/** MiB that slices of `microBatch` take. */
function budgetMiB(microBatch: number): number {
  return planner.plan({ ...CONFIG, microBatch }, { sizes: DATASET }).report.peakBytes / 2 ** 20;
}

/** A device that says of each buffer whether it fits the budget then in force. */
class BudgetedMemory extends DeviceMemory {
  budgetBytes = Number.POSITIVE_INFINITY;
  readonly overBudget: string[] = [];

  override create(label: string, sizeBytes: number, usage: number): GPUBuffer {
    const buffer = super.create(label, sizeBytes, usage);
    if (this.allocatedBytes > this.budgetBytes) this.overBudget.push(label);
    return buffer;
  }
}

type Script = (update: number, slice: number, device: IdleDevice) => number | undefined;
type OnEvent = (event: RunEvent, run: TrainingRun, memory: DeviceMemory) => void;

/** Runs to the end on a device that computes nothing, its budget as scripted; nothing stays allocated. */
async function run(config: TrainingConfig, script: Script, onEvent: OnEvent = () => {}) {
  const device = new IdleDevice();
  const gpuDevice = device.asGpuDevice();
  const memory = new BudgetedMemory(gpuDevice);
  const watch = new DeviceWatch(gpuDevice, () => 0);
  const events: RunEvent[] = [];
  const training = new TrainingRun(config, false, {
    prepare: async () => ({ planner, runDevice: { memory, watch, pipelines: new PipelineCache(gpuDevice) } }),
    loadDataset: async () => DATASET,
    emit: (event) => {
      events.push(event);
      onEvent(event, training, memory);
    },
    now: (() => {
      let clockMs = 0;
      return () => (clockMs += 1000);
    })(),
    budgetMiBAt: (update, slice) => {
      const scripted = script(update, slice, device);
      memory.budgetBytes = (scripted ?? training.control.budgetMiB ?? config.budgetMiB) * 2 ** 20;
      return scripted;
    },
  });
  await training.run();
  watch.release();
  expect(memory).toMatchObject({ allocatedBytes: 0, liveBuffers: 0, overBudget: [] });
  const all = <T extends RunEvent['type']>(type: T) =>
    events.filter((event): event is Extract<RunEvent, { readonly type: T }> => event.type === type);
  const column = (name: 'slices' | 'microBatch' | 'batch') =>
    all('metrics').flatMap(({ packet }) => [...packet.updates[name]]);
  const end = all('phase').at(-1)?.phase;
  const adapted = all('adapted').map(({ adaptation }) => adaptation);
  return { all, column, end, adapted, device, memory };
}

describe('a budget that changes', () => {
  test('swings faster than it settles: the plan goes down once and stays', async () => {
    const [small, large] = [budgetMiB(6), budgetMiB(12)];
    const { column, adapted, end } = await run(CONFIG, (update) => (update % 2 === 0 ? small : large));
    expect(end).toBe('finished');
    expect(column('slices')).toEqual([2, ...new Array(11).fill(4)]);
    expect(adapted.filter(({ change }) => change !== 'none')).toHaveLength(1);
  });

  test('within an update: finished slices stay, the row tells the slices that really ran', async () => {
    const [small, large] = [budgetMiB(4), budgetMiB(12)];
    const { column, adapted, end } = await run({ ...CONFIG, length: 2 }, (update, slice) =>
      update === 1 && slice === 1 ? large : small,
    );
    expect(end).toBe('finished');
    expect(column('slices')).toEqual([4, 6]);
    expect(column('microBatch')).toEqual([12, 4]);
    expect(column('batch')).toEqual([24, 24]);
    expect(adapted).toMatchObject([
      { cause: 'budget', change: 'shrink', update: 1, slice: 2, before: { microBatch: 12 }, after: { microBatch: 4 } },
    ]);
  });

  test('is told with the plan that holds it, where that needs no exchange', async () => {
    const nowMiB = budgetMiB(12);
    const { all, adapted } = await run({ ...CONFIG, length: 3 }, (update) => nowMiB * (update === 2 ? 1.001 : 1));
    expect(adapted.map(({ change, update }) => [change, update])).toEqual([
      ['none', 2],
      ['none', 3],
    ]);
    expect(all('adapted')[0]?.report).toMatchObject({ budgetBytes: Math.floor(nowMiB * 1.001 * 2 ** 20) });
  });

  test('to nothing: the run waits without its arena, and goes on with the rest of the batch when there is more', async () => {
    const [started, enough] = [budgetMiB(12), budgetMiB(8)];
    let waitedBytes = 0;
    const ended = await run(
      { ...CONFIG, budgetMiB: started, length: 2 },
      () => undefined,
      (event, { control }, memory) => {
        if (event.type === 'slice' && event.progress.slicesDone === 1 && control.budgetMiB === undefined) {
          control.setBudget(1);
        }
        if (event.type === 'phase' && event.phase === 'paused' && waitedBytes === 0) {
          waitedBytes = memory.allocatedBytes;
          control.setBudget(enough);
        }
      },
    );
    // Parameters, their sum and Adam's two slots stay.
    const { parameters, accumulators, optimizer } = planner.plan(CONFIG).report.bytes;
    expect(waitedBytes).toBeGreaterThanOrEqual(parameters + accumulators + optimizer);
    expect(waitedBytes).toBeLessThan(parameters + accumulators + optimizer + 1000);
    expect(ended.end).toBe('finished');
    expect(ended.all('shortage').map(({ failure }) => failure?.code)).toEqual(['does-not-fit', undefined]);
    expect(ended.column('batch')).toEqual([24, 24]);
    expect(ended.adapted).toMatchObject([{ change: 'resume', update: 1, slice: 2 }]);
  });

  test('to nothing, and the run is stopped: everything is given back', async () => {
    const { end } = await run(
      { ...CONFIG, budgetMiB: budgetMiB(12) },
      (update) => (update === 2 ? 1 : undefined),
      (event, training) => {
        if (event.type === 'shortage') training.stop();
      },
    );
    expect(end).toBe('stopped');
  });

  test('below a size that a person fixed: the size stays, the run waits', async () => {
    const config = { ...CONFIG, microBatch: 12, length: 2 };
    const [large, small] = [budgetMiB(12), budgetMiB(6)];
    const { all, column } = await run(
      { ...config, budgetMiB: large },
      () => undefined,
      (event, { control }) => {
        if (event.type === 'slice' && control.budgetMiB === undefined) control.setBudget(small);
        if (event.type === 'shortage' && event.failure) control.setBudget(large);
      },
    );
    expect(all('shortage')[0]?.failure?.message).toMatch(/micro-batch of 12/);
    expect(column('microBatch')).toEqual([12, 12]);
  });
});

describe('a device that refuses memory in mid-run', () => {
  test('at any one of the buffers of a plan: it is tried again, and no example is lost', async () => {
    const [small, large] = [budgetMiB(6), budgetMiB(12)];
    const falls = (update: number, slice: number) => (update === 1 && slice === 1 ? large : small);
    let created = 0;
    const calm = await run({ ...CONFIG, length: 1 }, (update, slice, { buffers }) => {
      if (update === 1 && slice === 1) created = buffers.length;
      return falls(update, slice);
    });
    const buffers = calm.device.buffers.length - created;
    expect(buffers).toBeGreaterThan(3);
    for (let refused = 1; refused <= buffers; refused += 1) {
      const { end, column, all } = await run({ ...CONFIG, length: 1 }, (update, slice, device) => {
        if (slice === 2 && device.acceptedBuffers === undefined) device.acceptedBuffers = refused - 1;
        return falls(update, slice);
      });
      expect(end, `buffer ${refused}`).toBe('finished');
      expect(column('batch'), `buffer ${refused}`).toEqual([24]);
      expect(all('log').filter(({ entry }) => entry.text.startsWith('The device ran out'))).toHaveLength(1);
    }
  });

  test('nine times in a row: the run goes on', async () => {
    const [small, large] = [budgetMiB(6), budgetMiB(12)];
    let isStorm = true;
    const { end, column, all } = await run({ ...CONFIG, length: 3 }, (update, slice, device) => {
      if (update === 2 && slice === 2 && isStorm) {
        isStorm = false;
        // One buffer of each attempt is enough to refuse it: nine attempts in a row meet one.
        device.refusedAttempts = 9;
      }
      return update === 1 || (update === 2 && slice === 1) ? large : small;
    });
    expect(end).toBe('finished');
    expect(column('batch')).toEqual([24, 24, 24]);
    expect(all('log').filter(({ entry }) => entry.text.startsWith('The device ran out of memory'))).toHaveLength(9);
  });

  test('ten times in a row: the run ends with its reason', async () => {
    const [small, large] = [budgetMiB(6), budgetMiB(12)];
    const { end, all } = await run({ ...CONFIG, length: 3 }, (update, _, device) => {
      if (update === 2) device.refusedAttempts = 10;
      return update === 1 ? large : small;
    });
    expect(end).toBe('failed');
    expect(all('failure')).toMatchObject([{ failure: { code: 'out-of-memory' } }]);
  });
});
