import type { Checkpoint, CheckpointLayout } from './checkpoint.ts';
import { encodeSafetensors } from './encode-safetensors.ts';
import type { SafeTensor } from './safetensors.ts';

/** The running statistics of all batch normalisations, [2, channels]: means, then variances. */
export const STATISTICS_NAME = 'running-statistics';

/** What a model has learnt, and nothing else, as a safetensors file that other programs read. */
export function encodeParameters(
  { parameters, runningStatistics, config, updates }: Checkpoint,
  layout: CheckpointLayout,
): Uint8Array<ArrayBuffer> {
  const tensors = new Map<string, SafeTensor>();
  for (const { name, shape } of layout.parameters) {
    const values = parameters.get(name);
    if (!values) throw new RangeError(`The checkpoint lacks ${name}.`);
    tensors.set(name, { shape, values });
  }
  const { statisticsChannels } = layout;
  if (statisticsChannels > 0) {
    tensors.set(STATISTICS_NAME, { shape: [2, statisticsChannels], values: runningStatistics });
  }
  const metadata = new Map([
    ['workload', config.workload],
    ['updates', String(updates)],
  ]);
  return encodeSafetensors({ tensors, metadata });
}
