/**
 * A `GPUDevice` that counts the bytes of its buffers and the dispatches it is given, and computes nothing: what eager
 * tfjs allocates for a step can be known where no GPU has room for it. Host writes go to one piece of memory that is used
 * again and again.
 */
export class StandInDevice {
  readonly limits: GPUSupportedLimits;
  readonly features: ReadonlySet<string> = new Set();
  readonly lost = new Promise<never>(() => {});
  readonly queue = { submit: () => {}, writeBuffer: () => {} };
  #allocatedBytes = 0;
  #peakBytes = 0;
  #dispatches = 0;
  #hostMemory = new ArrayBuffer(0);

  constructor(limits: object) {
    this.limits = limits as GPUSupportedLimits;
  }

  /** Bytes of the buffers that exist. */
  get allocatedBytes(): number {
    return this.#allocatedBytes;
  }

  /** The most that ever existed at once. */
  get peakBytes(): number {
    return this.#peakBytes;
  }

  get dispatches(): number {
    return this.#dispatches;
  }

  /** The view tfjs's types ask for. Members that are missing here are not used by tfjs; calling one is a TypeError. */
  asGpuDevice(): GPUDevice {
    return this as unknown as GPUDevice;
  }

  createBuffer({ size, usage, mappedAtCreation = false }: GPUBufferDescriptor): GPUBuffer {
    this.#allocatedBytes += size;
    this.#peakBytes = Math.max(this.#peakBytes, this.#allocatedBytes);
    let mapState: GPUBufferMapState = mappedAtCreation ? 'mapped' : 'unmapped';
    const own = {
      size,
      usage,
      getMappedRange: () => this.#mapped(size),
      unmap: () => {
        mapState = 'unmapped';
      },
      destroy: () => {
        this.#allocatedBytes -= size;
      },
    };
    // tfjs tests `instanceof GPUBuffer`.
    return Object.create(GPUBuffer.prototype, {
      ...Object.getOwnPropertyDescriptors(own),
      mapState: { get: () => mapState },
    }) as GPUBuffer;
  }

  createShaderModule(): object {
    return {};
  }

  createComputePipeline(): object {
    return { getBindGroupLayout: () => ({}) };
  }

  createBindGroup(): object {
    return {};
  }

  createCommandEncoder(): object {
    const pass = {
      setPipeline: () => {},
      setBindGroup: () => {},
      dispatchWorkgroups: () => {
        this.#dispatches += 1;
      },
      end: () => {},
    };
    return { beginComputePass: () => pass, copyBufferToBuffer: () => {}, clearBuffer: () => {}, finish: () => ({}) };
  }

  #mapped(size: number): ArrayBuffer {
    if (this.#hostMemory.byteLength < size) this.#hostMemory = new ArrayBuffer(size);
    return this.#hostMemory;
  }
}
