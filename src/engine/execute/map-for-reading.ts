import { DeviceFailure, type DeviceWatch } from '../device/device-watch.ts';
import { openErrorScopes } from '../device/error-scope.ts';

/** Times that a buffer is asked for before its device counts as failed. */
const ATTEMPTS = 10;

/**
 * Maps a buffer for reading. A refused mapping leaves what was copied where it is, so it is asked for again; one that ends
 * because its buffer is destroyed, with the run, is not. Rejects with DeviceFailure where it is refused again and again.
 */
export async function mapForReading(watch: DeviceWatch, buffer: GPUBuffer): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    // A refused mapping is an error of the device besides: one that no scope catches would end the run.
    const close = openErrorScopes(watch.device);
    const mapping = buffer.mapAsync(GPUMapMode.READ);
    void close();
    try {
      return await watch.wait(mapping);
    } catch (error) {
      if (!(error instanceof Error && error.name === 'OperationError')) throw error;
      if (attempt === ATTEMPTS) throw new DeviceFailure('error', `What was computed does not come back: ${error}`);
    }
  }
}
