import type { Executable } from '../execute/executable.ts';
import { parameterName } from '../planning/buffer-names.ts';
import { initialValues, type ParameterSpec } from './initial-parameters.ts';

/** Writes the seeded initial values of all parameters. Accumulators and slots start at zero, as WebGPU makes buffers. */
export function uploadInitialParameters(
  queue: GPUQueue,
  executable: Executable,
  parameters: readonly ParameterSpec[],
  seed: number,
): void {
  for (const spec of parameters) {
    queue.writeBuffer(executable.buffer(parameterName(spec.name)), 0, initialValues(spec, seed));
  }
}
