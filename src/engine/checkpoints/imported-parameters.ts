import { type Checkpoint, UPDATE_STATE_WORDS } from '../../core/checkpoint/checkpoint.ts';
import { checkpointFailure } from '../../core/checkpoint/checkpoint-problem.ts';
import type { CheckpointExpectation } from '../../core/checkpoint/decode-checkpoint.ts';
import { decodeParameters, type LearntParameters } from '../../core/checkpoint/decode-parameters.ts';
import type { TrainingConfig } from '../../core/config/training-config.ts';
import { FailureError } from '../../core/failures.ts';
import { RunHistory } from '../training/run-history.ts';
import { emptySlots } from '../training/run-state.ts';
import { initialStatistics } from '../training/running-statistics.ts';
import { workloadOf } from '../workload.ts';

/** The parameters in a file. Throws FailureError where they are not those of the model. */
export function learntParameters(
  bytes: Uint8Array<ArrayBuffer>,
  layout: Parameters<typeof decodeParameters>[1],
): LearntParameters {
  const decoded = decodeParameters(bytes, layout);
  if (decoded.type === 'problem') throw new FailureError(checkpointFailure(decoded.problem));
  return decoded.learnt;
}

/** The state of a run before its first update that begins with parameters from elsewhere: all else is as in any run. */
export function stateBeforeTraining(
  { parameters, runningStatistics }: LearntParameters,
  config: TrainingConfig,
  { data, ...layout }: CheckpointExpectation,
  createdAtMs: number,
): Checkpoint {
  return {
    ...{ config, data, updates: 0, skippedInARow: 0, createdAtMs, parameters },
    slots: emptySlots(layout),
    updateState: new Int32Array(UPDATE_STATE_WORDS),
    runningStatistics: runningStatistics ?? initialStatistics(workloadOf(config).model.normalizations ?? []),
    history: new RunHistory().tables(),
  };
}
