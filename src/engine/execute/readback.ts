import { DeviceFailure, type DeviceWatch } from '../device/device-watch.ts';

/** Times that a buffer is asked for before its device counts as failed. */
const ATTEMPTS = 10;

/**
 * Two small mappable buffers that take turns: while the numbers of one update travel back, the next one is encoded.
 * The buffers belong to the executable.
 */
export class ReadBack {
  readonly #watch: DeviceWatch;
  readonly #buffers: readonly [GPUBuffer, GPUBuffer];
  #turn = 0;

  constructor(watch: DeviceWatch, buffers: readonly [GPUBuffer, GPUBuffer]) {
    this.#watch = watch;
    this.#buffers = buffers;
  }

  /**
   * Returns what to encode after the work that fills `source`, and what to call after its submit: `read` resolves with
   * a copy of the floats. At most two reads may be under way.
   */
  next(source: GPUBuffer): { readonly encode: (encoder: GPUCommandEncoder) => void; read(): Promise<Float32Array> } {
    const buffer = this.#buffers[this.#turn % 2 === 0 ? 0 : 1];
    this.#turn += 1;
    return {
      encode: (encoder) => encoder.copyBufferToBuffer(source, 0, buffer, 0, buffer.size),
      read: async () => {
        await this.#map(buffer);
        const values = new Float32Array(buffer.getMappedRange().slice(0));
        buffer.unmap();
        return values;
      },
    };
  }

  /**
   * A refused mapping leaves what was copied where it is, so it is asked for again; one that ends because its buffer is
   * destroyed, with the run, is not. Rejects with DeviceFailure where it is refused again and again.
   */
  async #map(buffer: GPUBuffer): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#watch.wait(buffer.mapAsync(GPUMapMode.READ));
      } catch (error) {
        if (!(error instanceof Error && error.name === 'OperationError')) throw error;
        if (attempt === ATTEMPTS)
          throw new DeviceFailure('error', `The numbers of an update do not come back: ${error}`);
      }
    }
  }
}
