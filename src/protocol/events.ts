import type { Failure } from '../core/failures.ts';
import type { DeviceLimits, PlanReport } from '../core/program/plan-report.ts';
import type { TrainingPhase } from '../core/training-phase.ts';
import type { DataReport, ImportProgress } from './data-report.ts';
import type { KeepEvent } from './kept-run.ts';
import type { MeasurementProgress } from './measurement-progress.ts';
import type { MetricsPacket } from './metrics-packet.ts';
import type { RaceProgress } from './race-progress.ts';

export type DeviceReport =
  | {
      readonly status: 'available';
      readonly vendor: string;
      readonly architecture: string;
      readonly device: string;
      readonly description: string;
      /** True for an adapter that computes on the CPU, such as SwiftShader. */
      readonly isSoftware: boolean;
      readonly limits: DeviceLimits;
      readonly features: readonly string[];
    }
  /** Planning still works, with `assumedLimits`. */
  | { readonly status: 'unavailable'; readonly failure: Failure; readonly assumedLimits: DeviceLimits };

/** Where the current update stands. Sent at most ten times a second, and whenever the run pauses. */
export interface SliceProgress {
  /** Number of the update being made, from 1. */
  readonly update: number;
  readonly epoch: number;
  /** Sizes of this update's slices, in order. */
  readonly sliceSizes: readonly number[];
  /** Slices whose gradient is in the sum. */
  readonly slicesDone: number;
  /** `accumulating` while slices run, `updating` while the optimizer runs, `done` between updates. */
  readonly stage: 'accumulating' | 'updating' | 'done';
}

export interface ActivityProgress {
  readonly activity: 'loading' | 'searching' | 'compiling' | 'evaluating';
  /** In `unit`. */
  readonly done: number;
  /** 0 where it is not known. */
  readonly total: number;
  readonly unit: 'bytes' | 'pipelines' | 'sizes' | 'examples';
  readonly elapsedMs: number;
}

export interface RunSummary {
  readonly parameterCount: number;
  readonly totalUpdates: number;
  readonly updatesPerEpoch: number;
  readonly trainExamples: number;
  readonly testExamples: number;
}

/** A plan as far as a budget is concerned. */
export interface PlanFigures {
  /** Examples in the largest slice. */
  readonly microBatch: number;
  readonly peakBytes: number;
  /** The budget in force, of which the plan uses `peakBytes`. */
  readonly budgetBytes: number;
}

/** A run's plan changed while it trains, or the budget did and the plan fits it as it is. */
export interface Adaptation {
  /** `budget`: a person's or a script's; else what a replay failed of. */
  readonly cause: 'budget' | 'out-of-memory' | 'device-error';
  /** `resume`: nothing fitted before; `none`: only the budget changed. */
  readonly change: 'shrink' | 'grow' | 'resume' | 'none';
  /** The first slice under what is new, and its update. Both from 1. */
  readonly update: number;
  readonly slice: number;
  readonly before: PlanFigures;
  readonly after: PlanFigures;
}

/** A line of the events log. */
export interface LogEntry {
  /** Milliseconds since the run started. */
  readonly atMs: number;
  readonly update: number;
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
}

/** Worker → page. Events of a run carry its `runId`; events of a dead run are ignored. */
export type Event =
  | KeepEvent
  | { readonly type: 'device'; readonly report: DeviceReport }
  | { readonly type: 'plan'; readonly requestId: number; readonly report: PlanReport }
  | { readonly type: 'plan-failed'; readonly requestId: number; readonly failure: Failure }
  /** Of a race of all searches; the last one of each race has the progress `ended`. */
  | { readonly type: 'race'; readonly raceId: number; readonly progress: RaceProgress }
  /** Of a measurement of the device's memory; the last one of each has the progress `ended`. */
  | { readonly type: 'measure'; readonly measureId: number; readonly progress: MeasurementProgress }
  /** Once before the first plan, and at every change. */
  | { readonly type: 'data'; readonly report: DataReport }
  | { readonly type: 'import'; readonly importId: number; readonly progress: ImportProgress }
  | { readonly type: 'phase'; readonly runId: number; readonly phase: TrainingPhase }
  | { readonly type: 'progress'; readonly runId: number; readonly progress: ActivityProgress }
  /** The micro-batch was chosen and its executable compiled. */
  | {
      readonly type: 'ready';
      readonly runId: number;
      readonly report: PlanReport;
      readonly summary: RunSummary;
      readonly allocatedBytes: number;
    }
  /** The run goes on with another plan or budget. */
  | {
      readonly type: 'adapted';
      readonly runId: number;
      readonly adaptation: Adaptation;
      readonly report: PlanReport;
      readonly allocatedBytes: number;
    }
  /** The budget holds nothing and the run waits for a larger one; without a failure: it waits no longer. */
  | { readonly type: 'shortage'; readonly runId: number; readonly failure?: Failure }
  | { readonly type: 'slice'; readonly runId: number; readonly progress: SliceProgress }
  | { readonly type: 'metrics'; readonly runId: number; readonly packet: MetricsPacket }
  | { readonly type: 'log'; readonly runId: number; readonly entry: LogEntry }
  | { readonly type: 'failure'; readonly runId: number; readonly failure: Failure };
