import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { installWebGpuGlobals } from '../../../../src/engine/capture/webgpu-globals.ts';
import { DeviceWatch } from '../../../../src/engine/device/device-watch.ts';
import { ReadBack } from '../../../../src/engine/execute/readback.ts';
import { FakeDevice } from '../device/fake-device.ts';

/** A mappable buffer: `arrive` is the moment its contents can be read. */
class FakeMappable {
  readonly size = 8;
  readonly contents = new Float32Array(2);
  isMapped = false;
  arrive: () => void = () => {};
  /** So many of the next requests are refused. */
  refusals = 0;

  mapAsync(): Promise<void> {
    if (this.refusals > 0) {
      this.refusals -= 1;
      return Promise.reject(new DOMException('Refused.', 'OperationError'));
    }
    if (this.isMapped) return Promise.reject(new Error('Already mapped.'));
    return new Promise((resolve) => {
      this.arrive = () => {
        this.isMapped = true;
        resolve();
      };
    });
  }

  getMappedRange(): ArrayBuffer {
    if (!this.isMapped) throw new Error('Not mapped.');
    return this.contents.buffer;
  }

  unmap(): void {
    this.isMapped = false;
  }
}

let device: FakeDevice;
let watch: DeviceWatch;
let buffers: readonly [FakeMappable, FakeMappable];
let readBack: ReadBack;
beforeEach(() => {
  installWebGpuGlobals();
  device = new FakeDevice();
  watch = new DeviceWatch(device.asGpuDevice(), () => 0);
  buffers = [new FakeMappable(), new FakeMappable()];
  readBack = new ReadBack(watch, buffers as unknown as [GPUBuffer, GPUBuffer]);
});
afterEach(() => watch.release());

const source = { label: 'metrics' } as GPUBuffer;

/** The buffer into which the next read copies. */
function encodedTarget(encode: (encoder: GPUCommandEncoder) => void): unknown {
  let target: unknown;
  encode({
    copyBufferToBuffer: (from: unknown, _from: number, to: unknown) => {
      expect(from).toBe(source);
      target = to;
    },
  } as unknown as GPUCommandEncoder);
  return target;
}

describe('read-back', () => {
  test('two buffers take turns, so that one update is encoded while another travels back', () => {
    const targets = [1, 2, 3].map(() => encodedTarget(readBack.next(source).encode));
    expect(targets).toEqual([buffers[0], buffers[1], buffers[0]]);
  });

  test('reads resolve with a copy, in whatever order they arrive', async () => {
    const [first, second] = [readBack.next(source).read(), readBack.next(source).read()];
    buffers[1].contents.set([3, 4]);
    buffers[1].arrive();
    expect(await second).toEqual(Float32Array.of(3, 4));
    buffers[0].contents.set([1, 2]);
    buffers[0].arrive();
    const values = await first;
    buffers[0].contents.fill(0);
    expect(values).toEqual(Float32Array.of(1, 2));
  });

  test('a mapping that is refused is asked for again, at most ten times', async () => {
    vi.useFakeTimers();
    try {
      const [first, second] = [readBack.next(source).read(), readBack.next(source).read()];
      buffers[0].arrive();
      buffers[1].arrive();
      await Promise.all([first, second]);
      buffers[0].refusals = 9;
      const late = readBack.next(source).read();
      await vi.advanceTimersByTimeAsync(10_000);
      buffers[0].contents.set([5, 6]);
      buffers[0].arrive();
      expect(await late).toEqual(Float32Array.of(5, 6));
      buffers[1].refusals = 10;
      const failed = readBack
        .next(source)
        .read()
        .catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await failed).toMatchObject({ kind: 'error' });
    } finally {
      vi.useRealTimers();
    }
  });

  test('a refused mapping is an error of the device besides: it ends nothing', async () => {
    vi.useFakeTimers();
    try {
      vi.spyOn(buffers[0], 'mapAsync').mockImplementationOnce(() => {
        device.raise('validation', 'The buffer is refused.');
        return Promise.reject(new DOMException('Refused.', 'OperationError'));
      });
      const read = readBack.next(source).read();
      await vi.advanceTimersByTimeAsync(1000);
      buffers[0].arrive();
      expect(await read).toEqual(Float32Array.of(0, 0));
      expect(watch.failure).toBeUndefined();
      expect(device.openScopes).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a mapping that ends with its buffer is not asked for again', async () => {
    const asked = vi.spyOn(buffers[0], 'mapAsync').mockRejectedValue(new DOMException('Destroyed.', 'AbortError'));
    await expect(readBack.next(source).read()).rejects.toThrow('Destroyed.');
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test('a buffer is unmapped after its read, ready for its next turn', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const read = readBack.next(source).read();
      buffers[turn % 2 === 0 ? 0 : 1].arrive();
      await read;
    }
    expect(buffers.map(({ isMapped }) => isMapped)).toEqual([false, false]);
  });

  test('a lost device ends a read', async () => {
    const read = readBack.next(source).read();
    device.lose('unknown', 'gone');
    await expect(read).rejects.toMatchObject({ kind: 'lost' });
  });
});
