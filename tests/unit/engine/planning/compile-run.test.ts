import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { DeviceMemory } from '../../../../src/engine/device/device-memory.ts';
import { DeviceWatch } from '../../../../src/engine/device/device-watch.ts';
import type { RunDevice } from '../../../../src/engine/device/run-device.ts';
import { PipelineCache } from '../../../../src/engine/execute/pipeline-cache.ts';
import { compileRun } from '../../../../src/engine/planning/compile-run.ts';
import { createPlanner } from '../../../../src/engine/planning/plan-training.ts';
import type { TrainingPlanner } from '../../../../src/engine/planning/training-planner.ts';
import { FakeDevice } from '../device/fake-device.ts';

/** A device that refuses every kernel. */
class RefusingDevice extends FakeDevice {
  readonly queue = { writeBuffer: () => {} };
  createShaderModule(): object {
    return {};
  }
  async createComputePipelineAsync(): Promise<never> {
    throw new Error('The pipeline could not be made.');
  }
}

let planner: TrainingPlanner;
beforeAll(async () => {
  planner = await createPlanner(DEFAULT_LIMITS, () => 0);
});

let device: RefusingDevice;
let runDevice: RunDevice;
beforeEach(() => {
  vi.useFakeTimers();
  device = new RefusingDevice();
  const gpuDevice = device.asGpuDevice();
  runDevice = {
    memory: new DeviceMemory(gpuDevice),
    watch: new DeviceWatch(gpuDevice, () => Date.now()),
    pipelines: new PipelineCache(gpuDevice),
  };
});
afterEach(() => {
  runDevice.watch.release();
  vi.useRealTimers();
});

function compile(): Promise<unknown> {
  const none = () => {};
  const config = { ...defaultConfig('fashion-mlp'), batchSize: 8 };
  const quiet = { onCompiling: none, onProgress: none, onRefused: none, onTried: none, check: none };
  return compileRun({ config, planner, runDevice, ...quiet, now: () => 0 });
}

describe('compiling a run', () => {
  test('a kernel that does not compile is named, and nothing stays allocated', async () => {
    const outcome = compile().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toMatchObject({ failure: { code: 'shader-compilation' } });
    expect(device.buffers.length).toBeGreaterThan(0);
    expect(runDevice.memory.allocatedBytes).toBe(0);
  });

  test('what a device refuses because it is being lost is reported as the loss', async () => {
    const outcome = compile().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(50);
    device.lose('unknown', 'the GPU process ended');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toMatchObject({ kind: 'lost', message: 'unknown: the GPU process ended' });
  });
});
