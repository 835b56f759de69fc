import { afterEach, describe, expect, test, vi } from 'vitest';
import { planEpochs } from '../../../../src/core/batch/epoch-plan.ts';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import { DeviceMemory } from '../../../../src/engine/device/device-memory.ts';
import type { UpdateRow } from '../../../../src/engine/training/metrics-batcher.ts';
import { RunControl } from '../../../../src/engine/training/run-control.ts';
import { Trainer, type TrainerParts } from '../../../../src/engine/training/trainer.ts';
import { FakeDevice } from '../device/fake-device.ts';

const CONFIG = { ...defaultConfig('fashion-mlp'), batchSize: 16, microBatch: 8, length: 3 };
const SLICE_MS = 100;
const UPDATE_MS = 10;

let clockMs = 0;
afterEach(() => {
  clockMs = 0;
});

/** A trainer on a device whose slices take 100 ms and whose updates take 10, all on a clock of its own. */
function fakeTrainer(control: RunControl): { readonly trainer: Trainer; readonly rows: UpdateRow[] } {
  const rows: UpdateRow[] = [];
  const paused = vi.fn();
  const current = {
    plan: { report: { microBatch: 8 }, examplesPerReplay: 8, sliceProgram: new Map([[8, 0]]), updateProgram: 1 },
    executable: { buffer: () => ({}) },
    pacer: {
      run: async () => {
        clockMs += SLICE_MS;
      },
      runWhole: async () => {
        clockMs += UPDATE_MS;
      },
      takeEncodeMs: () => 0,
    },
    readBack: { next: () => ({ encode: () => {}, read: async () => new Float32Array(8) }) },
    inputs: { staging: {}, upload: () => {} },
  };
  const device = Object.assign(new FakeDevice(), { queue: { writeBuffer: () => {} } });
  const parts = {
    config: CONFIG,
    epochs: planEpochs(64, CONFIG),
    kits: { current, idle: async () => {}, meetBudget: () => true, updateMade: () => {} },
    memory: new DeviceMemory(device as unknown as GPUDevice),
    batches: { batchOfUpdate: () => ({ epoch: 0, indices: new Uint32Array(16), gather: () => {} }) },
    control,
    observer: { progressed: () => {}, recut: () => {}, updated: (row: UpdateRow) => rows.push(row), paused },
    now: () => clockMs,
  };
  paused.mockImplementation(() => {
    // A person looks at the page for an hour, then goes on.
    queueMicrotask(() => {
      clockMs += 3_600_000;
      control.step('slice');
    });
    return () => {};
  });
  return { trainer: new Trainer(parts as unknown as TrainerParts), rows };
}

describe('trainer', () => {
  test('an update takes as long as its slices and its optimizer', async () => {
    const { trainer, rows } = fakeTrainer(new RunControl(false));
    await trainer.update(0);
    await trainer.settle();
    // Two slices of 8 examples and one update: 16 examples in 210 ms.
    expect(rows).toMatchObject([{ stepMs: 210, examplesPerSecond: 16_000 / 210 }]);
  });

  test('the time for which it rested at a gate is none of an update', async () => {
    const { trainer, rows } = fakeTrainer(new RunControl(true));
    await trainer.update(0);
    await trainer.update(1);
    await trainer.settle();
    expect(rows.map(({ stepMs }) => stepMs)).toEqual([210, 210]);
    expect(rows.map(({ examplesPerSecond }) => examplesPerSecond)).toEqual([16_000 / 210, 16_000 / 210]);
  });
});
