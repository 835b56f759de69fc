import type { DeviceWatch } from '../device/device-watch.ts';
import { mapForReading } from './map-for-reading.ts';

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
   * a copy of the floats, and rejects with DeviceFailure. At most two reads may be under way.
   */
  next(source: GPUBuffer): { readonly encode: (encoder: GPUCommandEncoder) => void; read(): Promise<Float32Array> } {
    const buffer = this.#buffers[this.#turn % 2 === 0 ? 0 : 1];
    this.#turn += 1;
    return {
      encode: (encoder) => encoder.copyBufferToBuffer(source, 0, buffer, 0, buffer.size),
      read: async () => {
        await mapForReading(this.#watch, buffer);
        const values = new Float32Array(buffer.getMappedRange().slice(0));
        buffer.unmap();
        return values;
      },
    };
  }
}
