import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DeviceMemory } from '../../../../src/engine/device/device-memory.ts';
import { BudgetExceeded, CappedMemory } from '../../../../src/engine/search/capped-memory.ts';
import { FakeDevice } from '../device/fake-device.ts';

function cappedAt(capBytes: number) {
  const device = new FakeDevice();
  const whole = new DeviceMemory(device.asGpuDevice());
  return { device, whole, room: new CappedMemory(whole, capBytes) };
}

describe('capped memory', () => {
  test('refuses the buffer that would pass the cap, names it, and creates nothing for it', () => {
    const { device, whole, room } = cappedAt(100);
    room.create('first', 60, 0);
    room.create('to the brim', 40, 0);
    expect(() => room.create('one more', 4, 0)).toThrow(BudgetExceeded);
    expect(() => room.create('one more', 4, 0)).toThrow('"one more" would pass the budget by 4 bytes.');
    expect(device.buffers.map(({ label }) => label)).toEqual(['first', 'to the brim']);
    expect([room.allocatedBytes, whole.allocatedBytes]).toEqual([100, 100]);
  });

  test('gives its own buffers back, and leaves those of others', () => {
    const { device, whole, room } = cappedAt(100);
    whole.create('of a run', 500, 0);
    const first = room.create('first', 60, 0);
    room.create('second', 30, 0);
    room.destroy(first);
    room.destroy(first);
    room.create('in its place', 70, 0);
    room.close();
    expect(() => room.create('too late', 1, 0)).toThrow('closed');
    expect([room.allocatedBytes, whole.allocatedBytes]).toEqual([0, 500]);
    expect(device.buffers.map(({ destroyed }) => destroyed)).toEqual([false, true, true, true]);
  });

  test('never holds more than the cap, whatever is asked', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.array(fc.integer({ min: 1, max: 400 })), (capBytes, sizes) => {
        const { whole, room } = cappedAt(capBytes);
        for (const size of sizes) {
          const fits = room.allocatedBytes + size <= capBytes;
          if (fits) room.create('value', size, 0);
          else expect(() => room.create('value', size, 0)).toThrow(BudgetExceeded);
        }
        expect(room.allocatedBytes).toBeLessThanOrEqual(capBytes);
        expect(whole.allocatedBytes).toBe(room.allocatedBytes);
      }),
    );
  });
});
