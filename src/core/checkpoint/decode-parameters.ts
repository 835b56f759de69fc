import { type Checkpoint, type CheckpointLayout, MANIFEST_KEY } from './checkpoint.ts';
import type { CheckpointProblem } from './checkpoint-problem.ts';
import { STATISTICS_NAME } from './encode-parameters.ts';
import { readTensors } from './read-tensors.ts';
import { Refusal, refusable } from './refusal.ts';
import { TensorReader } from './tensor-reader.ts';

/** What a model has learnt, without the run that taught it. */
export interface LearntParameters extends Pick<Checkpoint, 'parameters'> {
  /** [2, channels]; undefined for a model without batch normalisation, and where the file has none. */
  readonly runningStatistics?: Float32Array<ArrayBuffer>;
}

export type DecodedParameters =
  | { readonly type: 'parameters'; readonly learnt: LearntParameters }
  | { readonly type: 'problem'; readonly problem: CheckpointProblem };

/**
 * Reads a safetensors file with the parameters of a model and nothing else, as `encodeParameters` writes it and other
 * programs may: every parameter by its name, float32, in its shape. Never throws, whatever the bytes are. Its arrays view
 * `bytes`, which must not be changed afterwards.
 *
 * Values are not judged: they may be NaN.
 */
export function decodeParameters(
  bytes: Uint8Array<ArrayBuffer>,
  { parameters, statisticsChannels }: Pick<CheckpointLayout, 'parameters' | 'statisticsChannels'>,
): DecodedParameters {
  return refusable(() => {
    const file = readTensors(bytes);
    if (file.metadata.has(MANIFEST_KEY)) throw new Refusal({ type: 'foreign', detail: 'It holds a whole run.' });
    const reader = new TensorReader(file);
    const learnt: LearntParameters = {
      parameters: new Map(parameters.map(({ name, shape }) => [name, reader.take(name, shape, Float32Array)])),
      ...(statisticsChannels > 0 &&
        file.tensors.has(STATISTICS_NAME) && {
          runningStatistics: reader.take(STATISTICS_NAME, [2, statisticsChannels], Float32Array),
        }),
    };
    reader.requireAllTaken();
    return { type: 'parameters', learnt };
  });
}
