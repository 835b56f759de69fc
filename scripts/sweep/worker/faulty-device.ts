import type { FaultScript } from './fault-script.ts';
import { LosableDevice } from './losable-device.ts';
import type { RealDevice } from './real-device.ts';

/**
 * A real device on which the request that `script` names fails as a device's would: a buffer that is invalid, a submit of
 * which nothing runs, promises that reject; and the innermost error scope for it has an error, or nobody has caught it.
 */
export function faultyDevice(real: RealDevice, script: FaultScript): LosableDevice {
  const { device } = real;
  const losable = new LosableDevice(real);

  /** Fails a request that answers at once; false where it is to be made after all. */
  const refuse = (way: ReturnType<FaultScript['next']>): boolean => {
    switch (way) {
      case 'validation':
        // No usage at all is a validation error.
        device.createBuffer({ size: 4, usage: 0 });
        return true;
      case 'out-of-memory':
        losable.raiseOutOfMemory('No room');
        return true;
      case 'device-loss':
        losable.lose();
        return false;
      case 'destruction':
        device.destroy();
        return false;
      default:
        return false;
    }
  };

  const createBuffer = (descriptor: GPUBufferDescriptor): GPUBuffer => {
    const isRefused = refuse(script.next('allocation'));
    const buffer = isRefused ? invalidBuffer(device, descriptor) : device.createBuffer(descriptor);
    const mapAsync = buffer.mapAsync.bind(buffer);
    buffer.mapAsync = async (...range) => {
      if (refuse(script.next('read-back'))) throw new DOMException('The mapping is refused.', 'OperationError');
      await losable.orLost(() => mapAsync(...range));
      return undefined;
    };
    return buffer;
  };

  const createComputePipelineAsync = async (descriptor: GPUComputePipelineDescriptor): Promise<GPUComputePipeline> => {
    const way = script.next('pipeline');
    if (way === 'validation') throw new GPUPipelineError('The kernel is refused.', { reason: 'validation' });
    if (way === 'out-of-memory') throw new GPUPipelineError('The compiler has no room.', { reason: 'internal' });
    refuse(way);
    return real.pipelines.pipeline(descriptor);
  };

  const submit = (commands: GPUCommandBuffer[]): undefined => {
    if (refuse(script.next('submit')) || losable.isLost) return;
    device.queue.submit(commands);
  };

  losable.replace({ createBuffer, createComputePipelineAsync }, { submit });
  return losable;
}

/** What createBuffer gives where it fails: an object of the asked size that nothing can use. */
function invalidBuffer(device: GPUDevice, descriptor: GPUBufferDescriptor): GPUBuffer {
  device.pushErrorScope('validation');
  const buffer = device.createBuffer({ ...descriptor, usage: 0 });
  void device.popErrorScope();
  return buffer;
}
