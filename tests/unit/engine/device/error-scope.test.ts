import { describe, expect, test } from 'vitest';
import { withErrorScopes } from '../../../../src/engine/device/error-scope.ts';
import { FakeDevice } from './fake-device.ts';

describe('error scopes', () => {
  test.each([
    ['out-of-memory', 'out-of-memory'],
    ['validation', 'validation'],
    ['internal', 'validation'],
  ] as const)('an error caught by the scope for %s is %s, whatever its message says', async (filter, type) => {
    const device = new FakeDevice();
    const { outcome, value } = await withErrorScopes(device.asGpuDevice(), () => {
      device.raise(filter, 'Out of memory: validation failed, device lost');
      return 42;
    });
    expect(outcome).toEqual({ type, detail: 'Out of memory: validation failed, device lost' });
    expect(value).toBe(42);
  });

  test('out of memory comes before the invalid commands it leads to', async () => {
    const device = new FakeDevice();
    const { outcome } = await withErrorScopes(device.asGpuDevice(), () => {
      device.raise('validation', 'invalid buffer');
      device.raise('out-of-memory', 'no room');
    });
    expect(outcome).toEqual({ type: 'out-of-memory', detail: 'no room' });
  });

  test('without an error the outcome is ok, and no scope stays open', async () => {
    const device = new FakeDevice();
    const { outcome } = await withErrorScopes(device.asGpuDevice(), async () => {});
    expect(outcome).toEqual({ type: 'ok' });
    expect(device.openScopes).toBe(0);
  });

  test('an exception of the body passes through, and no scope stays open', async () => {
    const device = new FakeDevice();
    const failing = withErrorScopes(device.asGpuDevice(), async () => {
      throw new Error('from the body');
    });
    await expect(failing).rejects.toThrow('from the body');
    expect(device.openScopes).toBe(0);
  });

  test('a device that dies while its scopes are read is lost', async () => {
    const device = new FakeDevice();
    device.popErrorScope = () => Promise.reject(new Error('Instance dropped'));
    const { outcome } = await withErrorScopes(device.asGpuDevice(), () => {});
    expect(outcome).toEqual({ type: 'device-lost', detail: 'Instance dropped' });
  });
});
