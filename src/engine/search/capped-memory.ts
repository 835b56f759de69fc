import type { BufferSource } from '../device/device-memory.ts';

/** A buffer that would have taken the total past the cap; it was not created. */
export class BudgetExceeded extends Error {
  /** Name of the buffer that was refused. */
  readonly buffer: string;
  /** Bytes by which the total would have passed the cap with it. */
  readonly overBytes: number;
  constructor(buffer: string, overBytes: number) {
    super(`"${buffer}" would pass the budget by ${overBytes} bytes.`);
    this.name = 'BudgetExceeded';
    this.buffer = buffer;
    this.overBytes = overBytes;
  }
}

/**
 * A part of a device's memory with a cap of its own. Owns the buffers made through it, so that whatever stops their
 * maker half-way, `close` gives every byte back. The device's own bookkeeping counts them too.
 */
export class CappedMemory implements BufferSource {
  readonly device: GPUDevice;
  readonly #whole: BufferSource;
  readonly #capBytes: number;
  readonly #sizes = new Map<GPUBuffer, number>();
  #allocatedBytes = 0;
  #isClosed = false;

  constructor(whole: BufferSource, capBytes: number) {
    this.device = whole.device;
    this.#whole = whole;
    this.#capBytes = capBytes;
  }

  /** Bytes of all buffers of this part that exist now; never more than the cap. */
  get allocatedBytes(): number {
    return this.#allocatedBytes;
  }

  /** @throws BudgetExceeded, before anything is created, where the buffer would take the total past the cap. */
  create(label: string, sizeBytes: number, usage: number): GPUBuffer {
    if (this.#isClosed) throw new Error(`"${label}" is asked of memory that is closed.`);
    const overBytes = this.#allocatedBytes + sizeBytes - this.#capBytes;
    if (overBytes > 0) throw new BudgetExceeded(label, overBytes);
    const buffer = this.#whole.create(label, sizeBytes, usage);
    this.#sizes.set(buffer, sizeBytes);
    this.#allocatedBytes += sizeBytes;
    return buffer;
  }

  /** Destroys a buffer made by `create`; a second call does nothing. */
  destroy(buffer: GPUBuffer): void {
    const sizeBytes = this.#sizes.get(buffer);
    if (sizeBytes === undefined) return;
    this.#sizes.delete(buffer);
    this.#allocatedBytes -= sizeBytes;
    this.#whole.destroy(buffer);
  }

  /** Destroys everything, and creates nothing more: for a maker that nobody waits for any longer. */
  close(): void {
    this.#isClosed = true;
    for (const buffer of [...this.#sizes.keys()]) this.destroy(buffer);
  }
}
