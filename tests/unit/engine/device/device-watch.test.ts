import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DeviceFailure, DeviceWatch } from '../../../../src/engine/device/device-watch.ts';
import { FakeDevice } from './fake-device.ts';

let device: FakeDevice;
let watch: DeviceWatch;
beforeEach(() => {
  vi.useFakeTimers();
  device = new FakeDevice();
  watch = new DeviceWatch(device.asGpuDevice(), () => Date.now());
});
afterEach(() => {
  watch.release();
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => {});

describe('device watch: every wait ends', () => {
  test('a wait settles as what is waited for does', async () => {
    await expect(watch.wait(Promise.resolve(7))).resolves.toBe(7);
    const rejected = expect(watch.wait(Promise.reject(new Error('mapping failed')))).rejects.toThrow('mapping failed');
    await vi.runOnlyPendingTimersAsync();
    await rejected;
    expect(watch.failure).toBeUndefined();
  });

  test('all waits of a lost device reject with what was lost and why', async () => {
    const waits = [watch.wait(never()), watch.wait(never())];
    device.lose('destroyed', 'gone');
    for (const wait of waits) await expect(wait).rejects.toMatchObject({ kind: 'lost', message: 'destroyed: gone' });
    expect(watch.failure).toBeInstanceOf(DeviceFailure);
  });

  test('a wait that begins after the loss rejects at once, and check throws', async () => {
    device.lose('unknown', 'gone');
    await device.lost;
    await expect(watch.wait(never())).rejects.toMatchObject({ kind: 'lost' });
    expect(() => watch.check()).toThrow(DeviceFailure);
  });

  // Vitest fails a run in which a rejection is nobody's.
  test('what rejects after the loss is told as the loss, and by nobody else', async () => {
    device.lose('unknown', 'gone');
    await device.lost;
    const late = Promise.reject(new Error('Instance dropped in popErrorScope'));
    await expect(watch.wait(late)).rejects.toMatchObject({ kind: 'lost' });
  });

  test('what a device rejects because it was lost is reported as the loss, whichever comes first', async () => {
    const rejected = watch.wait(Promise.reject(new Error('Buffer was destroyed before mapping was resolved.')));
    await vi.advanceTimersByTimeAsync(50);
    device.lose('unknown', 'GPU process ended');
    await expect(rejected).rejects.toMatchObject({ kind: 'lost' });
  });

  test('an uncaptured error ends running and later waits as a device error', async () => {
    const running = watch.wait(never());
    device.raise('validation', 'Invalid BindGroup');
    await expect(running).rejects.toMatchObject({ kind: 'error', message: 'Invalid BindGroup' });
    await expect(watch.wait(Promise.resolve(1))).rejects.toMatchObject({ kind: 'error' });
  });

  test('the first failure is the one that is told', async () => {
    device.raise('validation', 'first');
    device.lose('unknown', 'second');
    await device.lost;
    expect(watch.failure).toMatchObject({ kind: 'error', message: 'first' });
  });

  test('a device that answers nothing for two minutes is taken for hung', async () => {
    const wait = watch.wait(never());
    const outcome = wait.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(119_000);
    expect(watch.failure).toBeUndefined();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await outcome).toMatchObject({ kind: 'error', message: 'The GPU answered nothing for 120 s.' });
  });

  test('a machine that slept for an hour has not waited for its device that long', async () => {
    const wait = watch.wait(never());
    wait.catch(() => {});
    vi.setSystemTime(Date.now() + 3_600_000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(watch.failure).toBeUndefined();
    await vi.advanceTimersByTimeAsync(70_000);
    expect(watch.failure).toMatchObject({ kind: 'error' });
  });

  test('a device without work is never taken for hung', async () => {
    await watch.wait(Promise.resolve());
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(watch.failure).toBeUndefined();
  });

  test('after release, destroying the device on purpose is no failure, and no timer is left', async () => {
    watch.release();
    device.lose('destroyed', 'on purpose');
    await device.lost;
    expect(watch.failure).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});
