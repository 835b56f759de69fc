import { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import * as tf from '@tensorflow/tfjs-core';
import { registerDeviceGradients } from '../../src/engine/capture/device-gradients.ts';
import { registerDeviceKernels } from '../../src/engine/capture/device-kernels.ts';
import { TRACING_FLAGS } from '../../src/engine/capture/tracer.ts';
import { openDevice } from '../../src/engine/device/gpu-device.ts';

/** tfjs's backend with fresh buffers for everything: a kernel that did not run leaves zeros, never an old result. */
class EagerBackend extends WebGPUBackend {
  constructor(device: GPUDevice) {
    super(device);
    this.bufferManager.acquireBuffer = (size: number, usage: number, mappedAtCreation = false) =>
      device.createBuffer({ size, usage, mappedAtCreation });
    this.bufferManager.releaseBuffer = (buffer: GPUBuffer) => buffer.destroy();
  }

  /** On a GPU tensor tfjs's own returned zeros and destroyed the device here. */
  override readSync(): never {
    throw new Error('Read with data(), not dataSync().');
  }
}

/**
 * Runs `body` with tfjs computing eagerly on a real device of its own, with the flags, kernels and gradients that
 * traces use. Takes over tfjs's `webgpu` backend in this realm and removes it afterwards. Fails on any error that the
 * device reports: tfjs itself never says that a shader did not compile. All tensors of `body` are disposed.
 */
export async function withEagerBackend<T>(body: (tensorflow: typeof tf) => Promise<T>): Promise<T> {
  const result = await openDevice(navigator.gpu);
  if (result.type !== 'opened') throw new Error(`This test needs a WebGPU device: ${result.type}.`);
  const { device } = result.opened;
  const errors: string[] = [];
  device.addEventListener('uncapturederror', ({ error }) => errors.push(error.message));
  tf.env().setFlags({ ...TRACING_FLAGS });
  registerDeviceGradients();
  registerDeviceKernels();
  if (tf.engine().registryFactory.webgpu) tf.removeBackend('webgpu');
  tf.registerBackend('webgpu', () => new EagerBackend(device));
  await tf.setBackend('webgpu');
  tf.engine().startScope();
  const outcome = await body(tf).then(
    (value) => ({ type: 'returned', value }) as const,
    (error: unknown) => ({ type: 'threw', error }) as const,
  );
  tf.engine().endScope();
  await device.queue.onSubmittedWorkDone();
  tf.removeBackend('webgpu');
  device.destroy();
  if (errors.length > 0) throw new Error(`The device reports: ${errors.join('; ')}`);
  if (outcome.type === 'threw') throw outcome.error;
  return outcome.value;
}
