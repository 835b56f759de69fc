/**
 * Counts every buffer that any code of this realm creates on any device, by wrapping WebGPU's own methods: the measure
 * that the engine's bookkeeping is checked against. `restore` puts WebGPU back.
 */
export class BufferMeter {
  readonly #alive = new Map<GPUBuffer, number>();
  readonly #createBuffer = GPUDevice.prototype.createBuffer;
  readonly #destroy = GPUBuffer.prototype.destroy;
  #highWaterBytes = 0;
  #created = 0;

  constructor() {
    const meter = this;
    GPUDevice.prototype.createBuffer = function (this: GPUDevice, descriptor) {
      const buffer = meter.#createBuffer.call(this, descriptor);
      meter.#alive.set(buffer, buffer.size);
      meter.#created += 1;
      meter.#highWaterBytes = Math.max(meter.#highWaterBytes, meter.bytes);
      return buffer;
    };
    GPUBuffer.prototype.destroy = function (this: GPUBuffer) {
      meter.#alive.delete(this);
      return meter.#destroy.call(this);
    };
  }

  get bytes(): number {
    return [...this.#alive.values()].reduce((sum, size) => sum + size, 0);
  }

  get buffers(): number {
    return this.#alive.size;
  }

  /** Buffers created since the meter was installed, destroyed ones too. */
  get created(): number {
    return this.#created;
  }

  get highWaterBytes(): number {
    return this.#highWaterBytes;
  }

  resetHighWater(): void {
    this.#highWaterBytes = this.bytes;
  }

  restore(): void {
    GPUDevice.prototype.createBuffer = this.#createBuffer;
    GPUBuffer.prototype.destroy = this.#destroy;
  }
}
