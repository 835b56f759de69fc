import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FailureError, failureOf } from '../../../../src/core/failures.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { DeviceMemory } from '../../../../src/engine/device/device-memory.ts';
import { DeviceWatch } from '../../../../src/engine/device/device-watch.ts';
import { MemoryMeasurement } from '../../../../src/engine/device/measure-memory.ts';
import type { RunDevice } from '../../../../src/engine/device/run-device.ts';
import { PipelineCache } from '../../../../src/engine/execute/pipeline-cache.ts';
import type { MeasurementProgress } from '../../../../src/protocol/measurement-progress.ts';
import { type FakeBuffer, FakeDevice } from './fake-device.ts';

const MIB = 2 ** 20;

/** A device with so many bytes of memory; `onBlock` is called when a block has been submitted. */
class SmallDevice extends FakeDevice {
  readonly limits = DEFAULT_LIMITS;
  readonly #memoryBytes: number;
  readonly #onBlock: (aliveBytes: number) => void;
  workDone: () => Promise<void> = async () => {};
  readonly queue = {
    submit: () => this.#onBlock(this.aliveBytes),
    onSubmittedWorkDone: () => this.workDone(),
  };

  constructor(memoryBytes: number, onBlock: (aliveBytes: number) => void = () => {}) {
    super();
    this.#memoryBytes = memoryBytes;
    this.#onBlock = onBlock;
  }

  get aliveBytes(): number {
    return this.buffers.reduce((sum, { size, destroyed }) => sum + (destroyed ? 0 : size), 0);
  }

  override createBuffer(descriptor: GPUBufferDescriptor): FakeBuffer & { destroy(): void } {
    const buffer = super.createBuffer(descriptor);
    if (this.aliveBytes > this.#memoryBytes) {
      this.raise('out-of-memory', 'the device is full');
      this.raise('validation', 'a binding of an invalid buffer');
    }
    return buffer;
  }

  createShaderModule(): object {
    return {};
  }

  async createComputePipelineAsync(): Promise<object> {
    return { getBindGroupLayout: () => ({}) };
  }

  createBindGroup(): object {
    return {};
  }

  createCommandEncoder(): object {
    const pass = { setPipeline: () => {}, setBindGroup: () => {}, dispatchWorkgroups: () => {}, end: () => {} };
    return { beginComputePass: () => pass, finish: () => ({}) };
  }
}

let watches: DeviceWatch[];
beforeEach(() => {
  vi.stubGlobal('GPUBufferUsage', { STORAGE: 0x80 });
  watches = [];
});
afterEach(() => {
  for (const watch of watches) watch.release();
  vi.unstubAllGlobals();
});

function runDeviceOf(device: SmallDevice, now = () => 0): RunDevice {
  const watch = new DeviceWatch(device.asGpuDevice(), now);
  watches.push(watch);
  return { memory: new DeviceMemory(device.asGpuDevice()), watch, pipelines: new PipelineCache(device.asGpuDevice()) };
}

interface Measured {
  readonly measurement: MemoryMeasurement;
  readonly told: MeasurementProgress[];
  readonly runDevice: RunDevice;
}

/** A measurement of a device; `run` it. What it tells is kept. */
function measurementOf(device: SmallDevice, ceilingBytes: number, now: () => number = () => 0): Measured {
  const told: MeasurementProgress[] = [];
  const runDevice = runDeviceOf(device);
  const emit = (progress: MeasurementProgress) => {
    if (progress.type === 'ended') expect(runDevice.memory.allocatedBytes).toBe(0);
    told.push(progress);
  };
  const measurement = new MemoryMeasurement(ceilingBytes, { prepare: async () => ({ runDevice }), emit, now });
  return { measurement, told, runDevice };
}

function expectAllGivenBack(device: SmallDevice, { runDevice }: Measured): void {
  expect(device.aliveBytes).toBe(0);
  expect(device.openScopes).toBe(0);
  expect(runDevice.memory.liveBuffers).toBe(0);
}

describe('measuring the memory of a device', () => {
  test('reaches the ceiling where the device has that much, told block by block', async () => {
    const device = new SmallDevice(1024 * MIB);
    const measured = measurementOf(device, 64 * MIB);
    await measured.measurement.run();
    expect(measured.told).toEqual([
      { type: 'started', ceilingBytes: 64 * MIB },
      { type: 'block', passedBytes: 16 * MIB },
      { type: 'block', passedBytes: 48 * MIB },
      { type: 'block', passedBytes: 64 * MIB },
      { type: 'ended', end: { type: 'measured', stop: { type: 'ceiling' } }, passedBytes: 64 * MIB },
    ]);
    expectAllGivenBack(device, measured);
  });

  test('stops at the first block that is refused, whatever other errors follow from it', async () => {
    const device = new SmallDevice(200 * MIB);
    const measured = measurementOf(device, 2048 * MIB);
    await measured.measurement.run();
    // 16 + 32 + 64 = 112 pass; 128 more are refused.
    expect(measured.told.at(-1)).toEqual({
      type: 'ended',
      end: {
        type: 'measured',
        stop: { type: 'out-of-memory', blockBytes: 128 * MIB, detail: 'the device is full' },
      },
      passedBytes: 112 * MIB,
    });
    expect(device.buffers).toHaveLength(4);
    expectAllGivenBack(device, measured);
  });

  test('stops at a block that is much slower than those before', async () => {
    let nowMs = 0;
    const device = new SmallDevice(8192 * MIB, (aliveBytes) => {
      nowMs += aliveBytes > 1024 * MIB ? 900 : 2;
    });
    const measured = measurementOf(device, 8192 * MIB, () => nowMs);
    await measured.measurement.run();
    // 16 + 32 + 64 + 128 + 3 × 256 = 1,008
    expect(measured.told.at(-1)).toMatchObject({
      end: { type: 'measured', stop: { type: 'slow', ms: 900 } },
      passedBytes: 1008 * MIB,
    });
    expectAllGivenBack(device, measured);
  });

  test('cancelled, it ends after the block being written; before its start, it asks for no device', async () => {
    const device = new SmallDevice(1024 * MIB, (aliveBytes) => {
      if (aliveBytes > 16 * MIB) measured.measurement.cancel();
    });
    const measured = measurementOf(device, 1024 * MIB);
    await measured.measurement.run();
    expect(measured.told.at(-1)).toEqual({ type: 'ended', end: { type: 'cancelled' }, passedBytes: 48 * MIB });
    expectAllGivenBack(device, measured);

    const prepare = vi.fn();
    const told: MeasurementProgress[] = [];
    const early = new MemoryMeasurement(MIB, { prepare, emit: (progress) => told.push(progress), now: () => 0 });
    early.cancel();
    await early.run();
    expect(told).toEqual([{ type: 'ended', end: { type: 'cancelled' }, passedBytes: 0 }]);
    expect(prepare).not.toHaveBeenCalled();
  });

  test('a device lost while a block is written is a failure with a name, and the size reached before', async () => {
    const device = new SmallDevice(1024 * MIB, (aliveBytes) => {
      if (aliveBytes < 64 * MIB) return;
      device.workDone = () => new Promise(() => {});
      device.lose('unknown', 'gone');
    });
    const measured = measurementOf(device, 1024 * MIB);
    await measured.measurement.run();
    expect(measured.told.at(-1)).toMatchObject({
      end: {
        type: 'failed',
        failure: {
          code: 'measurement-device-failed',
          message: 'The GPU device was lost while its memory was measured, after 48.0 MiB.',
          detail: 'unknown: gone',
        },
      },
      passedBytes: 48 * MIB,
    });
    expect(device.aliveBytes).toBe(0);
  });

  test('without a device it fails with the reason', async () => {
    const told: MeasurementProgress[] = [];
    const failure = failureOf('no-adapter', {});
    const measurement = new MemoryMeasurement(MIB, {
      prepare: () => Promise.reject(new FailureError(failure)),
      emit: (progress) => told.push(progress),
      now: () => 0,
    });
    await measurement.run();
    expect(told).toEqual([{ type: 'ended', end: { type: 'failed', failure }, passedBytes: 0 }]);
  });
});
