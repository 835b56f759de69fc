import type { WorkloadId } from '../../core/config/training-config.ts';

/** What is known of a checkpoint without reading it. */
export interface CheckpointSummary {
  /** Names the run, so that a page finds its own. */
  readonly run: string;
  readonly workload: WorkloadId;
  /** Updates made. */
  readonly updates: number;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
}

export interface StoredCheckpoint extends CheckpointSummary {
  /** Rises with each checkpoint that is begun. */
  readonly id: number;
  readonly byteLength: number;
}

/**
 * Where the last two checkpoints are kept between visits, of whichever runs. A parameter of whoever needs it, so that
 * tests replace it.
 *
 * Whatever ends in the middle (a failure, a crash, a closed tab), a checkpoint is there whole or not at all, and those
 * kept before stay. What is in a checkpoint is not looked at: it has a checksum of its own.
 */
export interface CheckpointStorage {
  /** The newest first. Throws FailureError: `checkpoints-unavailable`. */
  list(): Promise<readonly StoredCheckpoint[]>;
  /**
   * Keeps `bytes` and, of those kept before, the newest. Where room is short, an older one goes first, but never the only
   * one. Throws FailureError: `checkpoint-not-kept`.
   */
  save(bytes: Uint8Array<ArrayBuffer>, summary: CheckpointSummary): Promise<StoredCheckpoint>;
  /**
   * The bytes, or `undefined` where none of this id is kept. Throws FailureError: `checkpoints-unavailable`, or
   * `checkpoint-damaged` where some of them are missing.
   */
  load(id: number): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Afterwards none of this id is kept, whether there was one or not. Throws FailureError: `checkpoints-unavailable`. */
  remove(id: number): Promise<void>;
}
