import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { openDevice } from '../../../../src/engine/device/gpu-device.ts';

interface AdapterOptions {
  readonly info?: Partial<GPUAdapterInfo>;
  readonly refuses?: Error;
}

/** An adapter that can do more than the defaults, and gives a device what it asks for. */
function fakeGpu({ info = {}, refuses }: AdapterOptions = {}): { readonly gpu: GPU; readonly asked: unknown[] } {
  const asked: unknown[] = [];
  const adapter = {
    info: { vendor: 'v', architecture: 'a', device: 'd', description: 'x', isFallbackAdapter: false, ...info },
    limits: { ...DEFAULT_LIMITS, maxBufferSize: 17 * 2 ** 30 },
    requestDevice: async (descriptor: { readonly requiredLimits: Record<string, number> }) => {
      if (refuses) throw refuses;
      asked.push(descriptor.requiredLimits);
      return {
        limits: { ...DEFAULT_LIMITS, ...descriptor.requiredLimits },
        features: new Set(['timestamp-query', 'f16']),
      };
    },
  };
  return { gpu: { requestAdapter: async () => adapter } as unknown as GPU, asked };
}

describe('opening a device', () => {
  test('asks for all that the adapter has and reports what the device got', async () => {
    const { gpu, asked } = fakeGpu();
    const result = await openDevice(gpu);
    expect(asked).toEqual([{ ...DEFAULT_LIMITS, maxBufferSize: 17 * 2 ** 30 }]);
    expect(result).toMatchObject({
      type: 'opened',
      opened: { vendor: 'v', deviceName: 'd', isSoftware: false, features: ['f16', 'timestamp-query'] },
    });
    expect(result.type === 'opened' && result.opened.limits.maxBufferSize).toBe(17 * 2 ** 30);
  });

  test.each([
    [{ isFallbackAdapter: true }, true],
    [{ architecture: 'swiftshader' }, true],
    [{ description: 'SwiftShader Device (Subzero)' }, true],
    [{ device: 'llvmpipe (LLVM 15.0.7, 256 bits)' }, true],
    [{ architecture: 'ampere', description: 'NVIDIA GeForce RTX 3070' }, false],
  ])('adapter %o: software %s', async (info, isSoftware) => {
    const result = await openDevice(fakeGpu({ info }).gpu);
    expect(result).toMatchObject({ type: 'opened', opened: { isSoftware } });
  });

  test('says what is missing: WebGPU, an adapter, or a device that the adapter refuses', async () => {
    expect(await openDevice(undefined)).toEqual({ type: 'no-webgpu' });
    // A page's stand-in for tracing is no WebGPU.
    expect(await openDevice({ standIn: true } as unknown as GPU)).toEqual({ type: 'no-webgpu' });
    expect(await openDevice({ requestAdapter: async () => null } as unknown as GPU)).toEqual({ type: 'no-adapter' });
    const refused = await openDevice(fakeGpu({ refuses: new Error('too many devices') }).gpu);
    expect(refused).toEqual({ type: 'refused', detail: 'too many devices' });
    const requestAdapter = async () => Promise.reject(new Error('the GPU process is gone'));
    const rejected = await openDevice({ requestAdapter } as unknown as GPU);
    expect(rejected).toEqual({ type: 'refused', detail: 'the GPU process is gone' });
  });
});
