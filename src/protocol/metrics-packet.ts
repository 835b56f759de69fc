/**
 * Metrics travel as columns in typed arrays, a few packets a second, so that a fast run does not flood the page.
 * Row i of a packet is one update; columns have equal length.
 */
export const UPDATE_COLUMNS = [
  /** Number of the update, from 1. */
  'update',
  /** Weighted mean loss over the whole batch, before the update, L2 penalty not included. */
  'loss',
  /** Share of correct predictions over the whole batch, 0 to 1. */
  'accuracy',
  /** Global norm of the finished gradient sum, before clipping. */
  'gradientNorm',
  'learningRate',
  /** Examples in this update's batch. */
  'batch',
  /** Accumulation steps of this update. */
  'slices',
  /** Largest slice of this update. */
  'microBatch',
  /** Bytes allocated by this page on the device, measured. */
  'allocatedBytes',
  /** Milliseconds from the first command of the update to its read-back. */
  'stepMs',
  /** Milliseconds of JavaScript spent encoding and submitting the update. */
  'encodeMs',
  /** Examples per second of this update. */
  'examplesPerSecond',
  /** 1 where a NaN or infinite loss or gradient made the update a no-op, else 0. */
  'skipped',
] as const;

export type UpdateColumn = (typeof UPDATE_COLUMNS)[number];

export const EVALUATION_COLUMNS = ['update', 'testLoss', 'testAccuracy', 'evaluationMs'] as const;
export type EvaluationColumn = (typeof EVALUATION_COLUMNS)[number];

export type Columns<C extends string> = { readonly [K in C]: Float64Array };

export interface MetricsPacket {
  readonly updates: Columns<UpdateColumn>;
  readonly evaluations: Columns<EvaluationColumn>;
}
