import { innermostScopes } from './error-scope.ts';

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
  #failuresToCome = 0;

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

  /**
   * Scripted failures: so many more of the attempts to come fail as out of memory, each with whatever it creates. An
   * attempt is what runs inside one set of error scopes; what is created outside them is none.
   */
  failAttempts(count: number): void {
    this.#failuresToCome += count;
  }

  /** The attempts to come are what the device makes of them. */
  failNoMore(): void {
    this.#failuresToCome = 0;
  }

  /** True where the attempt being made is one of those that fail: it is, although it creates nothing. */
  failsAttempt(): boolean {
    const scopes = innermostScopes(this.device);
    if (!scopes) return false;
    if (scopes.refusal === undefined && this.#failuresToCome > 0) {
      this.#failuresToCome -= 1;
      scopes.refusal = 'a scripted failure';
    }
    return scopes.refusal !== undefined;
  }

  create(label: string, sizeBytes: number, usage: number): GPUBuffer {
    if (this.failsAttempt()) return this.#refused(label, sizeBytes);
    const buffer = this.device.createBuffer({ label, size: sizeBytes, usage });
    this.#sizes.set(buffer, sizeBytes);
    this.#allocatedBytes += sizeBytes;
    this.#highWaterBytes = Math.max(this.#highWaterBytes, this.#allocatedBytes);
    return buffer;
  }

  /** What WebGPU gives for a buffer that there is no memory for: one that is invalid, without a byte. */
  #refused(label: string, sizeBytes: number): GPUBuffer {
    const buffer = this.device.createBuffer({ label, size: sizeBytes, usage: 0 });
    this.#sizes.set(buffer, 0);
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
