import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DeviceMemory } from '../../../../src/engine/device/device-memory.ts';
import { withErrorScopes } from '../../../../src/engine/device/error-scope.ts';
import { FakeDevice } from './fake-device.ts';

describe('device memory', () => {
  test('counts what exists, and the most that ever existed at once', () => {
    const memory = new DeviceMemory(new FakeDevice().asGpuDevice());
    const first = memory.create('a', 100, 0);
    const second = memory.create('b', 20, 0);
    expect(memory).toMatchObject({ allocatedBytes: 120, liveBuffers: 2, highWaterBytes: 120 });
    memory.destroy(first);
    memory.create('c', 30, 0);
    memory.destroy(second);
    expect(memory).toMatchObject({ allocatedBytes: 30, liveBuffers: 1, highWaterBytes: 120 });
  });

  test('destroys a buffer once, and none that it did not create', () => {
    const device = new FakeDevice();
    const memory = new DeviceMemory(device.asGpuDevice());
    const buffer = memory.create('a', 100, 0);
    memory.destroy(buffer);
    memory.destroy(buffer);
    const foreign = device.createBuffer({ size: 8, usage: 0 });
    memory.destroy(foreign as unknown as GPUBuffer);
    expect(memory).toMatchObject({ allocatedBytes: 0, liveBuffers: 0 });
    expect(device.buffers.map(({ destroyed }) => destroyed)).toEqual([true, false]);
  });

  test('a scripted failure takes an attempt with all that it creates, and none of the bytes', async () => {
    const device = new FakeDevice();
    const memory = new DeviceMemory(device.asGpuDevice());
    memory.failAttempts(2);
    // Outside error scopes nobody would see it.
    expect(memory.failsAttempt()).toBe(false);
    memory.create('before', 8, 0);
    const attempt = () =>
      withErrorScopes(memory.device, () => [memory.create('a', 100, 1), memory.create('b', 20, 1)] as const);
    for (const _ of [1, 2]) {
      const { outcome, value } = await attempt();
      expect(outcome).toEqual({ type: 'out-of-memory', detail: 'a scripted failure' });
      expect(memory.allocatedBytes).toBe(8);
      for (const buffer of value) memory.destroy(buffer);
    }
    expect((await attempt()).outcome).toEqual({ type: 'ok' });
    expect(memory).toMatchObject({ allocatedBytes: 128, highWaterBytes: 128, liveBuffers: 3 });
  });

  test('an attempt that creates nothing may fail as well, and what is not over can be called off', async () => {
    const memory = new DeviceMemory(new FakeDevice().asGpuDevice());
    memory.failAttempts(3);
    const outcomeOf = async () => (await withErrorScopes(memory.device, () => memory.failsAttempt())).outcome.type;
    expect(await outcomeOf()).toBe('out-of-memory');
    memory.failNoMore();
    expect(await outcomeOf()).toBe('ok');
  });

  test('whatever the order of creations and destructions, the count is the sum of what is left', () => {
    const steps = fc.array(fc.record({ sizeBytes: fc.nat(1000), destroys: fc.nat(30) }), { maxLength: 40 });
    fc.assert(
      fc.property(steps, (chosen) => {
        const device = new FakeDevice();
        const memory = new DeviceMemory(device.asGpuDevice());
        const created: GPUBuffer[] = [];
        let most = 0;
        for (const { sizeBytes, destroys } of chosen) {
          created.push(memory.create('', sizeBytes, 0));
          most = Math.max(most, memory.allocatedBytes);
          const victim = created[destroys];
          if (victim) memory.destroy(victim);
        }
        const left = device.buffers.filter(({ destroyed }) => !destroyed);
        expect(memory.allocatedBytes).toBe(left.reduce((sum, { size }) => sum + size, 0));
        expect(memory.liveBuffers).toBe(left.length);
        expect(memory.highWaterBytes).toBe(most);
      }),
    );
  });
});
