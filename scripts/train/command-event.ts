import type { Adaptation } from '../../src/protocol/events.ts';
import type { CommandFailure } from './command-failure.ts';

/** A line of `npm run train -- --json`. Numbers that are not finite are written as null. */
export type CommandEvent = UpdateEvent | EvaluationEvent | AdaptedEvent | DoneEvent | StoppedEvent | FailureEvent;

/** The plan, or the budget that it fits, has changed, before a slice of an update. */
export type AdaptedEvent = Adaptation & {
  readonly event: 'adapted';
  /** Measured on the device, under the new plan. */
  readonly allocatedBytes: number;
};

export interface UpdateEvent {
  readonly event: 'update';
  readonly update: number;
  /** Weighted mean over the whole batch, before the update. */
  readonly loss: number;
  readonly accuracy: number;
  /** Accumulation steps. */
  readonly slices: number;
  /** Largest slice. */
  readonly microBatch: number;
  /** Measured on the device. */
  readonly allocatedBytes: number;
  /** Planned. */
  readonly peakBytes: number;
  readonly gradientNorm: number;
  readonly stepMs: number;
  readonly encodeMs: number;
  readonly examplesPerSecond: number;
  readonly batch: number;
  readonly learningRate: number;
  /** True where a loss or gradient that is not finite made the update a no-op. */
  readonly skipped: boolean;
}

export interface EvaluationEvent {
  readonly event: 'evaluation';
  /** Updates made before. */
  readonly update: number;
  readonly testLoss: number;
  readonly testAccuracy: number;
  readonly evaluationMs: number;
}

/** What a run came to, as far as it went. Null where it never got there. */
export interface RunTotals {
  readonly updates: number;
  readonly examples: number;
  readonly skippedUpdates: number;
  /** From the start of the run, once the browser is there: loading, planning, training, evaluating. */
  readonly totalMs: number;
  /** Median after the first updates, which pay for first uses; mean over all updates where there are no others. */
  readonly examplesPerSecond: number | null;
  readonly loss: number | null;
  readonly accuracy: number | null;
  readonly testLoss: number | null;
  readonly testAccuracy: number | null;
  readonly microBatch: number | null;
  readonly slices: number | null;
  readonly allocatedBytes: number | null;
  readonly peakBytes: number | null;
  readonly parameterCount: number | null;
  readonly adapter: string | null;
}

export interface DoneEvent extends RunTotals {
  readonly event: 'done';
}

/** Ended by Ctrl-C. */
export interface StoppedEvent extends RunTotals {
  readonly event: 'stopped';
}

export type FailureEvent = CommandFailure & {
  readonly event: 'failure';
  /** Updates finished before. */
  readonly updates: number;
};
