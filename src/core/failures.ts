/**
 * Every failure a person can meet: one code each, with a sentence, the cause and the remedy.
 * Code raises a failure by its code and numbers; what people read is written in failure-texts.ts and nowhere else.
 */
import type { FailureParameters } from './failure-parameters.ts';
import { FAILURE_TEXTS } from './failure-texts.ts';

export const FAILURE_CODES = [
  'no-webgpu',
  'no-adapter',
  'device-lost',
  'device-error',
  'device-busy',
  'race-device-failed',
  'measurement-device-failed',
  'out-of-memory',
  'over-limit',
  'does-not-fit',
  'one-example-slices',
  'whole-batch-does-not-fit',
  'one-backward-too-long',
  'evaluation-does-not-fit',
  'shader-compilation',
  'non-finite',
  'data-missing',
  'data-truncated',
  'data-not-idx',
  'data-unexpected',
  'file-unexpected',
  'file-incomplete',
  'file-unreadable',
  'storage-full',
  'storage-unavailable',
  'checkpoint-damaged',
  'checkpoint-other-version',
  'checkpoint-other-run',
  'checkpoint-not-kept',
  'checkpoints-unavailable',
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

/**
 * Makes a failure.
 *
 * @param parameters the numbers and names that its texts mention; `{}` for codes that need none.
 * @param detail technical detail, such as the message of a caught error.
 */
export function failureOf<Code extends FailureCode>(
  code: Code,
  parameters: FailureParameters[Code],
  detail?: string,
): Failure {
  const text = FAILURE_TEXTS[code](parameters);
  return detail === undefined ? { code, ...text } : { code, ...text, detail };
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
