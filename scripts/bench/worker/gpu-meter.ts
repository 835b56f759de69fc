/** The methods that make and free a device's memory, and those that give it work. */
export interface MeteredPrototypes {
  readonly device: Pick<GPUDevice, 'createBuffer'>;
  readonly buffer: Pick<GPUBuffer, 'destroy'>;
  readonly pass: Pick<GPUComputePassEncoder, 'dispatchWorkgroups'>;
  readonly queue: Pick<GPUQueue, 'submit'>;
}

export interface WorkCount {
  readonly dispatches: number;
  readonly submits: number;
}

/**
 * Counts what a JavaScript realm asks of WebGPU, whoever asks: bytes of the buffers that exist, and work. It wraps the
 * methods of the prototypes, so that tfjs and the engine are counted alike. A buffer that is dropped without
 * `destroy` counts until the end.
 */
export class GpuMeter {
  readonly #prototypes: MeteredPrototypes;
  #allocatedBytes = 0;

  /** Counts buffers from now on: make it before the first device is opened. */
  constructor(prototypes: MeteredPrototypes) {
    this.#prototypes = prototypes;
    this.#countBuffers();
  }

  get allocatedBytes(): number {
    return this.#allocatedBytes;
  }

  /** Dispatches encoded and submits made while `body` runs. Outside, both go without a counter. */
  async countWork(body: () => Promise<unknown>): Promise<WorkCount> {
    const { pass, queue } = this.#prototypes;
    const { dispatchWorkgroups } = pass;
    const { submit } = queue;
    let dispatches = 0;
    let submits = 0;
    pass.dispatchWorkgroups = function (this: GPUComputePassEncoder, ...workgroups) {
      dispatches += 1;
      return dispatchWorkgroups.apply(this, workgroups);
    };
    queue.submit = function (this: GPUQueue, commandBuffers) {
      submits += 1;
      return submit.call(this, commandBuffers);
    };
    try {
      await body();
    } finally {
      pass.dispatchWorkgroups = dispatchWorkgroups;
      queue.submit = submit;
    }
    return { dispatches, submits };
  }

  #countBuffers(): void {
    const { device, buffer } = this.#prototypes;
    const sizes = new WeakMap<object, number>();
    const change = (bytes: number) => {
      this.#allocatedBytes += bytes;
    };
    const { createBuffer } = device;
    const { destroy } = buffer;
    device.createBuffer = function (this: GPUDevice, descriptor) {
      const created = createBuffer.call(this, descriptor);
      sizes.set(created, descriptor.size);
      change(descriptor.size);
      return created;
    };
    buffer.destroy = function (this: GPUBuffer) {
      change(-(sizes.get(this) ?? 0));
      sizes.delete(this);
      return destroy.call(this);
    };
  }
}
