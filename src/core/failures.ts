/**
 * Every failure a person can meet: one row each, with a sentence, the cause and the remedy.
 * Code raises a failure by its code; what people read is written here and nowhere else.
 */
export const FAILURE_CODES = [
  'no-webgpu',
  'no-adapter',
  'device-lost',
  'device-error',
  'out-of-memory',
  'over-limit',
  'does-not-fit',
  'evaluation-does-not-fit',
  'shader-compilation',
  'non-finite',
  'data-missing',
  'data-truncated',
  'data-not-idx',
  'bad-configuration',
  'worker-crashed',
  'internal',
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

/** A failure as data: it can be sent to the page, printed as JSON and shown as it is. */
export interface Failure {
  readonly code: FailureCode;
  /** What happened, one sentence. */
  readonly message: string;
  /** Why, one or two sentences. */
  readonly cause: string;
  /** What to do next. */
  readonly remedy: string;
  /** Technical detail for a report, never needed to understand the rest. */
  readonly detail?: string;
}

/** Carries a Failure through code that throws. */
export class FailureError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'FailureError';
    this.failure = failure;
  }
}
