/** What a measurement of the device's memory tells while it runs. */
import type { MeasurementStop } from '../core/device-measurement.ts';
import type { Failure } from '../core/failures.ts';

export type MeasurementProgress =
  | { readonly type: 'started'; readonly ceilingBytes: number }
  /** A block was created and written. `passedBytes`: of all blocks that exist now. */
  | { readonly type: 'block'; readonly passedBytes: number }
  /** Nothing follows, and every block has been given back. `passedBytes`: what passed until then. */
  | { readonly type: 'ended'; readonly end: MeasurementEnd; readonly passedBytes: number };

export type MeasurementEnd =
  | { readonly type: 'measured'; readonly stop: MeasurementStop }
  /** Cancelled by a person, or by a run or race that starts. */
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly failure: Failure };
