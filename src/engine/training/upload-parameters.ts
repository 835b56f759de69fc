import type { Executable } from '../execute/executable.ts';
import type { Model } from '../models/model.ts';
import { parameterName, STATISTICS_NAMES } from '../planning/buffer-names.ts';
import { initialValues } from './initial-parameters.ts';
import { initialStatistics } from './running-statistics.ts';

/**
 * Writes the seeded initial values of all parameters, and running statistics before the first update. Accumulators and
 * slots start at zero, as WebGPU makes buffers.
 */
export function uploadInitialParameters(
  queue: GPUQueue,
  executable: Executable,
  { parameters, normalizations = [] }: Pick<Model, 'parameters' | 'normalizations'>,
  seed: number,
): void {
  for (const spec of parameters) {
    queue.writeBuffer(executable.buffer(parameterName(spec.name)), 0, initialValues(spec, seed));
  }
  if (normalizations.length === 0) return;
  queue.writeBuffer(executable.buffer(STATISTICS_NAMES.running), 0, initialStatistics(normalizations));
}
