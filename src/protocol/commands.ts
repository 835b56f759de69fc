import type { TrainingConfig } from '../core/config/training-config.ts';

/** Page → worker. A run is named by its `runId`, chosen by the page, rising. */
export type Command =
  /** Ask for a plan; needs no GPU. Of several plans asked in a row only the last is sure to be answered. */
  | { readonly type: 'plan'; readonly requestId: number; readonly config: TrainingConfig }
  /** Start a run; a run in progress ends first. `pauseAtStart` stops before the first slice, for single steps. */
  | { readonly type: 'start'; readonly runId: number; readonly config: TrainingConfig; readonly pauseAtStart: boolean }
  | { readonly type: 'pause'; readonly runId: number }
  | { readonly type: 'resume'; readonly runId: number }
  /** Run one slice (or to the end of the current update), then pause. */
  | { readonly type: 'step'; readonly runId: number; readonly unit: 'slice' | 'update' }
  /** End the run, keep its numbers; everything it allocated is destroyed. */
  | { readonly type: 'stop'; readonly runId: number }
  /** Run every search on the device, one after another. Refused while a run is active; a run that starts stops it. */
  | { readonly type: 'race'; readonly raceId: number; readonly config: TrainingConfig }
  | { readonly type: 'stop-race'; readonly raceId: number };
