import { type Failure, FailureError, failureOf } from '../../core/failures.ts';
import type { PlanReport } from '../../core/program/plan-report.ts';
import { DeviceFailure } from '../device/device-watch.ts';
import { failureOfError } from '../failure-of-error.ts';
import { RunStopped } from './run-control.ts';

/** What the texts of a failure mention of the run it ended. */
export interface RunFacts {
  readonly finishedUpdates: number;
  readonly activity: 'compiling' | 'training' | 'evaluating';
  readonly plan: (Pick<PlanReport, 'budgetBytes' | 'peakBytes'> & { readonly microBatch: number }) | undefined;
  /** What the device was found to have done, where it failed. */
  readonly deviceFailure: DeviceFailure | undefined;
}

/** What the device did, where `error` comes from there: `known` is what it was found to have done. */
export function deviceFailureOf(error: unknown, known: DeviceFailure | undefined): DeviceFailure | undefined {
  if (error instanceof FailureError || error instanceof RunStopped) return undefined;
  return error instanceof DeviceFailure ? error : known;
}

/** The failure that an error ends a run with: its own, or the device's, or a defect of this page. */
export function failureOfRun(error: unknown, { finishedUpdates, activity, plan, deviceFailure }: RunFacts): Failure {
  const cause = deviceFailureOf(error, deviceFailure);
  if (!cause) return failureOfError(error);
  switch (cause.kind) {
    case 'lost':
      return failureOf('device-lost', { finishedUpdates }, cause.message);
    case 'error':
      return failureOf('device-error', { activity }, cause.message);
    case 'out-of-memory': {
      const { microBatch, peakBytes, budgetBytes } = plan ?? { microBatch: 0, peakBytes: 0, budgetBytes: 0 };
      return failureOf('out-of-memory', { microBatch, plannedBytes: peakBytes, budgetBytes }, cause.message);
    }
    default:
      return cause.kind satisfies never;
  }
}
