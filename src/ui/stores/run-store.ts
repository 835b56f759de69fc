import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { TrainingConfig } from '../../core/config/training-config.ts';
import type { Failure } from '../../core/failures.ts';
import type { PlanReport } from '../../core/program/plan-report.ts';
import type { TrainingPhase } from '../../core/training-phase.ts';
import type { ActivityProgress, Adaptation, LogEntry, RunSummary, SliceProgress } from '../../protocol/events.ts';

/** What the page knows about the current run. The series are not here: see run-series.ts. */
export interface RunState {
  /** Rises with each run; 0 before the first. */
  readonly runId: number;
  readonly phase: TrainingPhase;
  /** Configuration of this run, which the form may have left since. */
  readonly config?: TrainingConfig;
  /** Plan the run really uses. */
  readonly report?: PlanReport;
  readonly summary?: RunSummary;
  /** Bytes allocated by this page on the device, measured. */
  readonly allocatedBytes: number;
  readonly slice?: SliceProgress;
  readonly activity?: ActivityProgress;
  /** What a person asked of the run that it has not done yet: it ends or rests when the slice on the device is through. */
  readonly asked?: 'pause' | 'stop';
  readonly failure?: Failure;
  /** Why the run waits: its budget holds nothing. It goes on where that grows. */
  readonly shortage?: Failure;
  /** How plan and budget changed in mid-run, in order. */
  readonly adaptations: readonly Adaptation[];
  readonly log: readonly LogEntry[];
  /** The only reactive value of the series: rises four to five times a second while points arrive. */
  readonly seriesVersion: number;
}

/** A page that has run nothing. */
export const NO_RUN: RunState = {
  runId: 0,
  phase: 'idle',
  allocatedBytes: 0,
  adaptations: [],
  log: [],
  seriesVersion: 0,
};

export const runStore = createStore<RunState>(() => NO_RUN);

export function useRun<T>(select: (state: RunState) => T): T {
  return useStore(runStore, select);
}
