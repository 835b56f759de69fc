import { type Failure, FailureError, failureOf } from '../core/failures.ts';

/** The failure that `error` carries; without one it is a defect of this page, told with where in its code it happened. */
export function failureOfError(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  return failureOf('internal', {}, error instanceof Error ? (error.stack ?? error.message) : String(error));
}
