import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import type { TrainingConfig } from '../../../../src/core/config/training-config.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { DeviceMemory } from '../../../../src/engine/device/device-memory.ts';
import { DeviceWatch } from '../../../../src/engine/device/device-watch.ts';
import type { RunDevice } from '../../../../src/engine/device/run-device.ts';
import { PipelineCache } from '../../../../src/engine/execute/pipeline-cache.ts';
import { type CompiledRun, compileRun } from '../../../../src/engine/planning/compile-run.ts';
import { createPlanner } from '../../../../src/engine/planning/plan-training.ts';
import type { TrainingPlanner } from '../../../../src/engine/planning/training-planner.ts';
import { FakeDevice } from '../device/fake-device.ts';

/** A device that refuses one kernel after another, so many in all, and the buffers of so many attempts. */
class RefusingDevice extends FakeDevice {
  readonly queue = { writeBuffer: () => {} };
  refusedKernels = Number.POSITIVE_INFINITY;
  refusedAttempts = 0;
  #isRefused = false;

  override createBuffer(descriptor: GPUBufferDescriptor) {
    if (this.refusedAttempts > 0 && !this.#isRefused) {
      this.refusedAttempts -= 1;
      this.#isRefused = true;
      this.raise('out-of-memory', 'No room');
    }
    return super.createBuffer(descriptor);
  }
  override popErrorScope() {
    this.#isRefused = false;
    return super.popErrorScope();
  }
  createShaderModule(): object {
    return {};
  }
  createBindGroup(): object {
    return {};
  }
  async createComputePipelineAsync(): Promise<object> {
    this.refusedKernels -= 1;
    if (this.refusedKernels >= 0) throw new Error('The pipeline could not be made.');
    return { getBindGroupLayout: () => {} };
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

let refusals: string[];
function compile(changes: Partial<TrainingConfig> = {}): Promise<CompiledRun> {
  const none = () => {};
  refusals = [];
  const config = { ...defaultConfig('fashion-mlp'), batchSize: 8, testExamples: 0, ...changes };
  const told = { onCompiling: none, onProgress: none, onTried: none, check: none };
  const onRefused = (text: string) => refusals.push(text);
  return compileRun({ config, planner, runDevice, ...told, onRefused, now: () => 0 });
}

describe('compiling a run', () => {
  test('a kernel that does not compile is named, and nothing stays allocated', async () => {
    const outcome = compile().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toMatchObject({ failure: { code: 'shader-compilation' } });
    expect(refusals).toHaveLength(9);
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

  test('a kernel that is refused once is compiled the next time, and the refusal is told', async () => {
    device.refusedKernels = 1;
    const { executable, plan } = await compile();
    expect(plan.report.microBatch).toBe(8);
    expect(refusals).toEqual([
      expect.stringMatching(/^The kernel “\w+” does not compile on this device\. Trying again\.$/),
    ]);
    executable.destroy();
    expect(runDevice.memory.allocatedBytes).toBe(0);
  });

  test.each([
    ['that a person fixed', { microBatch: 4 } as const, 4],
    ['of one example', { microBatch: 'auto', batchSize: 1 } as const, 1],
  ])(
    'a size %s, which cannot shrink, is tried again where there is no room for it: ten times in all',
    async (_, changes, size) => {
      device.refusedKernels = 0;
      device.refusedAttempts = 9;
      const { executable, plan } = await compile(changes);
      expect(plan.report.microBatch).toBe(size);
      expect(refusals).toHaveLength(9);
      executable.destroy();

      device.refusedAttempts = 10;
      const outcome = compile(changes).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(1000);
      expect(await outcome).toMatchObject({ failure: { code: 'out-of-memory' } });
      expect(runDevice.memory.allocatedBytes).toBe(0);
    },
  );
});
