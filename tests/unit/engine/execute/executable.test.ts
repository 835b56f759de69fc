import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { planMemory } from '../../../../src/core/program/memory-plan.ts';
import { installWebGpuGlobals } from '../../../../src/engine/capture/webgpu-globals.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { DeviceMemory } from '../../../../src/engine/device/device-memory.ts';
import { Executable } from '../../../../src/engine/execute/executable.ts';
import { PipelineCache } from '../../../../src/engine/execute/pipeline-cache.ts';
import { IdleDevice } from '../idle-device.ts';

/** A slice's input grows with its size, as does one value of its arena; what was learnt is always as large. */
function planOf(examples: number) {
  const buffers = [
    { id: 0, kind: 'parameters', sizeBytes: 400, role: { type: 'persistent', name: 'parameter/w' } },
    { id: 1, kind: 'inputs', sizeBytes: 16 * examples, role: { type: 'persistent', name: 'input/examples' } },
    { id: 2, kind: 'activations', sizeBytes: 256 * examples, role: { type: 'transient' } },
  ] as const;
  const commands = [{ type: 'clear', target: 2, phase: 'forward' }] as const;
  const extras = [{ name: 'read-back/0', sizeBytes: 32, kind: 'other' }] as const;
  return planMemory([{ buffers, shaders: [], commands }], extras, DEFAULT_LIMITS);
}

beforeAll(installWebGpuGlobals);

let device: IdleDevice;
let memory: DeviceMemory;
beforeEach(() => {
  device = new IdleDevice();
  memory = new DeviceMemory(device.asGpuDevice());
});

async function compile(plan: ReturnType<typeof planOf>, kept?: ReturnType<Executable['release']>) {
  const result = await Executable.compile(memory, new PipelineCache(device.asGpuDevice()), plan, undefined, kept);
  return result.type === 'compiled' ? result.executable : result;
}

async function compiled(...args: Parameters<typeof compile>): Promise<Executable> {
  const executable = await compile(...args);
  if (!(executable instanceof Executable)) throw new Error(executable.type);
  return executable;
}

describe('one executable after another', () => {
  test('hands over the buffers of the same name and size, all else is destroyed before anything is created', async () => {
    const [large, small] = [planOf(8), planOf(2)];
    const first = await compiled(large);
    const learnt = first.buffer('parameter/w');
    const [input, readBack] = [first.buffer('input/examples'), first.buffer('read-back/0')];
    const kept = first.release();
    expect(memory.allocatedBytes).toBe(400 + 128 + 32);
    const second = await compiled(small, kept);
    expect(second.buffer('parameter/w')).toBe(learnt);
    expect(second.buffer('read-back/0')).toBe(readBack);
    expect(second.buffer('input/examples')).not.toBe(input);
    expect(memory.allocatedBytes).toBe(small.peakBytes);
    const third = await compiled(large, second.release());
    expect(memory).toMatchObject({ allocatedBytes: large.peakBytes, highWaterBytes: large.peakBytes });
    third.destroy();
    expect(memory).toMatchObject({ allocatedBytes: 0, liveBuffers: 0 });
  });

  test('keeps what was learnt where the second cannot be made', async () => {
    const first = await compiled(planOf(2));
    const learnt = first.buffer('parameter/w');
    const kept = first.release();
    device.refusedAttempts = 1;
    expect(await compile(planOf(8), kept)).toMatchObject({ type: 'out-of-memory' });
    // The input of the larger slice is not that of the smaller one.
    expect(memory.allocatedBytes).toBe(400 + 32);
    const second = await compiled(planOf(4), kept);
    expect(second.buffer('parameter/w')).toBe(learnt);
    kept.destroy();
    expect(memory.allocatedBytes).toBe(planOf(4).peakBytes);
  });
});
