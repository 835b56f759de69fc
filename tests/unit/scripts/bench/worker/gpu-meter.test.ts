import { describe, expect, it } from 'vitest';
import { GpuMeter, type MeteredPrototypes } from '../../../../../scripts/bench/worker/gpu-meter.ts';

class Buffer {
  destroyed = false;
  destroy(): undefined {
    this.destroyed = true;
  }
}

/** Prototypes of a device that does nothing; the meter changes them, so each test has its own. */
function standIns() {
  const log: string[] = [];
  class OwnBuffer extends Buffer {
    override destroy(): undefined {
      super.destroy();
    }
  }
  const device = { createBuffer: () => new OwnBuffer() };
  const pass = { dispatchWorkgroups: (x: number) => void log.push(`dispatch ${x}`) };
  const queue = { submit: () => void log.push('submit') };
  const prototypes = { device, buffer: OwnBuffer.prototype, pass, queue } as unknown as MeteredPrototypes;
  return { prototypes, log };
}

const descriptor = (size: number): GPUBufferDescriptor => ({ size, usage: 0 });

describe('GpuMeter', () => {
  it('counts the bytes of buffers that exist, each destruction once', () => {
    const { prototypes } = standIns();
    const meter = new GpuMeter(prototypes);
    const first = prototypes.device.createBuffer(descriptor(100));
    prototypes.device.createBuffer(descriptor(20));
    expect(meter.allocatedBytes).toBe(120);
    first.destroy();
    first.destroy();
    expect(meter.allocatedBytes).toBe(20);
    expect(first).toMatchObject({ destroyed: true });
  });

  it('does not count the end of a buffer that was there before', () => {
    const { prototypes } = standIns();
    const old = prototypes.device.createBuffer(descriptor(100));
    const meter = new GpuMeter(prototypes);
    old.destroy();
    expect(meter.allocatedBytes).toBe(0);
  });

  it('counts dispatches and submits while it is asked to, and passes them on', async () => {
    const { prototypes, log } = standIns();
    const meter = new GpuMeter(prototypes);
    const work = await meter.countWork(async () => {
      prototypes.pass.dispatchWorkgroups(3);
      prototypes.pass.dispatchWorkgroups(5);
      prototypes.queue.submit([]);
    });
    prototypes.pass.dispatchWorkgroups(7);
    expect(work).toEqual({ dispatches: 2, submits: 1 });
    expect(log).toEqual(['dispatch 3', 'dispatch 5', 'submit', 'dispatch 7']);
  });

  it('takes its counters off again when the work fails', async () => {
    const { prototypes } = standIns();
    const meter = new GpuMeter(prototypes);
    const { dispatchWorkgroups } = prototypes.pass;
    await expect(meter.countWork(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(prototypes.pass.dispatchWorkgroups).toBe(dispatchWorkgroups);
  });
});
