/** Where buffers come from, and where they go back to. */
export interface BufferSource {
  readonly device: GPUDevice;
  create(label: string, sizeBytes: number, usage: number): GPUBuffer;
  destroy(buffer: GPUBuffer): void;
}

/**
 * Creates and destroys all buffers of a device and counts their bytes: the only place in the engine that calls
 * `createBuffer`. What it reports is what this page allocates; browsers expose no figure for video memory.
 */
export class DeviceMemory implements BufferSource {
  readonly device: GPUDevice;
  readonly #sizes = new Map<GPUBuffer, number>();
  #allocatedBytes = 0;
  #highWaterBytes = 0;

  constructor(device: GPUDevice) {
    this.device = device;
  }

  /** Bytes of all buffers that exist now. */
  get allocatedBytes(): number {
    return this.#allocatedBytes;
  }

  /** Largest `allocatedBytes` since the device was opened. */
  get highWaterBytes(): number {
    return this.#highWaterBytes;
  }

  get liveBuffers(): number {
    return this.#sizes.size;
  }

  create(label: string, sizeBytes: number, usage: number): GPUBuffer {
    const buffer = this.device.createBuffer({ label, size: sizeBytes, usage });
    this.#sizes.set(buffer, sizeBytes);
    this.#allocatedBytes += sizeBytes;
    this.#highWaterBytes = Math.max(this.#highWaterBytes, this.#allocatedBytes);
    return buffer;
  }

  /** Destroys a buffer made by `create`; a second call does nothing. */
  destroy(buffer: GPUBuffer): void {
    const sizeBytes = this.#sizes.get(buffer);
    if (sizeBytes === undefined) return;
    this.#sizes.delete(buffer);
    this.#allocatedBytes -= sizeBytes;
    buffer.destroy();
  }
}
