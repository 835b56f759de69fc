import type { Checkpoint } from '../../core/checkpoint/checkpoint.ts';
import { checkpointFailure } from '../../core/checkpoint/checkpoint-problem.ts';
import { type CheckpointExpectation, decodeCheckpoint } from '../../core/checkpoint/decode-checkpoint.ts';
import { configToSearch } from '../../core/config/config-url.ts';
import type { TrainingConfig } from '../../core/config/training-config.ts';
import { type Failure, FailureError, failureOf } from '../../core/failures.ts';

/** Gives the bytes of what may be a checkpoint; `undefined` where it is gone. Throws FailureError. */
export type CheckpointBytes = () => Promise<Uint8Array<ArrayBuffer> | undefined>;

/** Runs of the same name follow the same trajectory: it is all of their settings, as in an address. */
export function runName(config: TrainingConfig): string {
  return configToSearch(config);
}

/**
 * The first of `candidates`, the newest first, that a run with these settings can go on from; `warn` is told of those
 * before it. Throws FailureError with what is wrong with the newest where none is.
 */
export async function readCheckpoint(
  candidates: readonly CheckpointBytes[],
  config: TrainingConfig,
  expected: CheckpointExpectation,
  warn: (text: string) => void,
): Promise<Checkpoint> {
  let first: Failure | undefined;
  for (const bytesOf of candidates) {
    const read = await readOne(bytesOf, config, expected);
    if (read.type === 'checkpoint') {
      const { updates } = read.checkpoint;
      if (first) warn(`${first.message} The run goes on from the checkpoint before it, at update ${updates}.`);
      return read.checkpoint;
    }
    first ??= read.failure;
  }
  throw new FailureError(first ?? failureOf('checkpoint-damaged', { damage: 'truncated' }, 'It is gone.'));
}

type ReadOne =
  | { readonly type: 'checkpoint'; readonly checkpoint: Checkpoint }
  | { readonly type: 'failed'; readonly failure: Failure };

async function readOne(
  bytesOf: CheckpointBytes,
  config: TrainingConfig,
  expected: CheckpointExpectation,
): Promise<ReadOne> {
  try {
    const bytes = await bytesOf();
    if (!bytes) return failed(failureOf('checkpoint-damaged', { damage: 'truncated' }, 'It is gone.'));
    const decoded = decodeCheckpoint(bytes, expected);
    if (decoded.type === 'problem') return failed(checkpointFailure(decoded.problem));
    if (runName(decoded.checkpoint.config) === runName(config)) return decoded;
    return failed(failureOf('checkpoint-other-run', { difference: 'its settings are others' }));
  } catch (error) {
    if (error instanceof FailureError) return failed(error.failure);
    throw error;
  }
}

function failed(failure: Failure): ReadOne {
  return { type: 'failed', failure };
}
