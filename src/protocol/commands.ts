import type { TrainingConfig } from '../core/config/training-config.ts';
import type { DataFamily, DataSource } from '../core/data/data-in-use.ts';
import type { ImportedId } from '../core/data/imported-data.ts';
import type { ContinueCommand, KeepCommand } from './kept-run.ts';

/** Page → worker. */
export type Command = RunCommand | PaceCommand | ContinueCommand | KeepCommand | DataCommand;

/** A run is named by its `runId`, chosen by the page, rising. */
export type RunCommand =
  /** Ask for a plan; needs no GPU. Of several plans asked in a row only the last is sure to be answered. */
  | { readonly type: 'plan'; readonly requestId: number; readonly config: TrainingConfig }
  /** Start a run; a run in progress ends first. `pauseAtStart` stops before the first slice, for single steps. */
  | { readonly type: 'start'; readonly runId: number; readonly config: TrainingConfig; readonly pauseAtStart: boolean }
  | { readonly type: 'pause'; readonly runId: number }
  | { readonly type: 'resume'; readonly runId: number }
  /** Run one slice (or to the end of the current update), then pause. */
  | { readonly type: 'step'; readonly runId: number; readonly unit: 'slice' | 'update' }
  /** A new memory budget for the run, from its next slice on; also while it is paused. */
  | { readonly type: 'set-budget'; readonly runId: number; readonly budgetMiB: number }
  /** End the run, keep its numbers; everything it allocated is destroyed. */
  | { readonly type: 'stop'; readonly runId: number }
  /** Run every search on the device, one after another. Refused while a run is active; a run that starts stops it. */
  | { readonly type: 'race'; readonly raceId: number; readonly config: TrainingConfig }
  | { readonly type: 'stop-race'; readonly raceId: number }
  /** Find out how much this page can allocate. Refused while a run or race is active; one that starts cancels it. */
  | { readonly type: 'measure'; readonly measureId: number; readonly ceilingBytes: number }
  | { readonly type: 'cancel-measure'; readonly measureId: number };

/**
 * Whether the device is to rest between submits, so that the page stays smooth. Holds for runs in progress and to come, until
 * it is said again; without it a run takes all of the device. No number of a run depends on it.
 */
export interface PaceCommand {
  readonly type: 'set-smooth';
  readonly isSmooth: boolean;
}

/** What a person does with data of their own. Allowed at any time; a run keeps the data it was started with. */
export type DataCommand =
  /** Read files, keep them, and use them for the workloads that they fit. An import in progress is cancelled first. */
  | { readonly type: 'import-files'; readonly importId: number; readonly files: readonly File[] }
  | { readonly type: 'cancel-import'; readonly importId: number }
  /** Read again what is kept: another tab may have changed it. */
  | { readonly type: 'list-data' }
  | { readonly type: 'remove-data'; readonly id: ImportedId }
  | { readonly type: 'use-data'; readonly family: DataFamily; readonly source: DataSource };
