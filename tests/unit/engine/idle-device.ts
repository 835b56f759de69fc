import { FakeDevice } from './device/fake-device.ts';

const nothing = () => {};

/** A device that takes everything and computes nothing: all numbers that come back are 0. */
export class IdleDevice extends FakeDevice {
  readonly queue = { writeBuffer: nothing, submit: nothing, onSubmittedWorkDone: async () => {} };
  /** So many times in a row, what creates buffers within one error scope is refused for lack of memory. */
  refusedAttempts = 0;
  /** The buffer after so many more is refused for lack of memory, once. */
  acceptedBuffers: number | undefined;
  #isRefused = false;

  override createBuffer(descriptor: GPUBufferDescriptor) {
    if (this.refusedAttempts > 0 && !this.#isRefused) {
      this.refusedAttempts -= 1;
      this.#isRefused = true;
      this.raise('out-of-memory', 'No room');
    }
    if (this.acceptedBuffers !== undefined) {
      if (this.acceptedBuffers === 0) this.raise('out-of-memory', 'No room');
      this.acceptedBuffers -= 1;
    }
    const getMappedRange = () => new ArrayBuffer(descriptor.size);
    return Object.assign(super.createBuffer(descriptor), { mapAsync: async () => {}, getMappedRange, unmap: nothing });
  }
  override popErrorScope() {
    this.#isRefused = false;
    return super.popErrorScope();
  }
  createShaderModule = () => ({});
  createBindGroup = () => ({});
  createComputePipelineAsync = async () => ({ getBindGroupLayout: nothing });
  createCommandEncoder = () => ({
    beginComputePass: () => ({
      setPipeline: nothing,
      setBindGroup: nothing,
      dispatchWorkgroups: nothing,
      end: nothing,
    }),
    clearBuffer: nothing,
    copyBufferToBuffer: nothing,
    finish: nothing,
  });
}
