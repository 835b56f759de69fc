import { beforeAll, describe, expect, test } from 'vitest';
import { MemoryMeasurement } from '../../../src/engine/device/measure-memory.ts';
import type { MeasurementProgress } from '../../../src/protocol/measurement-progress.ts';
import { expectNothingAllocated, type TestEngine } from './engine-harness.ts';
import { sharedEngine } from './shared-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await sharedEngine();
});

const MIB = 2 ** 20;

describe('measuring what the device gives', () => {
  test('ends with the ceiling where the device has more, every byte of it allocated, and given back', async () => {
    const told: MeasurementProgress[] = [];
    const allocated: number[] = [];
    const measurement = new MemoryMeasurement(64 * MIB, {
      prepare: async () => ({ runDevice: engine }),
      emit: (progress) => {
        told.push(progress);
        allocated.push(engine.memory.allocatedBytes);
      },
      // No block is slow on a clock that stands still, however busy the machine.
      now: () => 0,
    });
    await measurement.run();
    expect(told.at(-1)).toEqual({
      type: 'ended',
      end: { type: 'measured', stop: { type: 'ceiling' } },
      passedBytes: 64 * MIB,
    });
    // Before the first block, 16, then 32, then the 16 that are left; nothing when the end is told.
    expect(allocated).toEqual([0, 16, 48, 64, 0].map((mib) => mib * MIB));
    engine.watch.check();
    expectNothingAllocated(engine);
  });
});
