import type { ScopeOutcome } from '../device/error-scope.ts';
import type { Executable } from '../execute/executable.ts';
import type { ReadBack } from '../execute/readback.ts';
import type { SubmitPacer } from '../execute/submit-pacer.ts';
import type { RunPlan } from '../planning/run-plan.ts';
import type { SliceInputs } from './slice-inputs.ts';

/** What the trainer reads of a run's plan. */
export type TrainerPlan = Pick<RunPlan, 'examplesPerReplay' | 'sliceProgram' | 'updateProgram'> & {
  readonly report: Pick<RunPlan['report'], 'microBatch'>;
};

/** A plan on the device and what replays it. Exchanged as a whole where memory changes, never in part. */
export interface ReplayKit<Plan extends TrainerPlan = RunPlan> {
  readonly plan: Plan;
  readonly executable: Executable;
  readonly pacer: SubmitPacer;
  readonly readBack: ReadBack;
  readonly inputs: SliceInputs;
}

/** Where a loop stands when it asks whether its plan still holds. */
export interface SlicePosition {
  /** From 0. */
  readonly update: number;
  /** Slices of it that have run. */
  readonly slice: number;
  /** Examples that are still to run of an update that has begun; else 0. */
  readonly rest: number;
  /** No slice of the update has run: a plan may grow here. */
  readonly isUpdateStart: boolean;
}

/** What error scopes caught around a replay: it may have run in part. */
export type ReplayFault = Exclude<ScopeOutcome, { readonly type: 'ok' }>;

/** Waits until the device is done with all that was submitted, and all numbers are back. */
export type Settle = () => Promise<void>;

/** Keeps a plan on the device that the memory in force allows. */
export interface KitSource<Plan extends TrainerPlan = RunPlan> {
  /** Resolves when the device has done all that was submitted. */
  idle(): Promise<void>;
  /** The plan in use. There is none while `meetBudget` says no. */
  readonly current: ReplayKit<Plan>;
  /**
   * To be asked before each replay: exchanges the plan where the budget calls for it. False where the budget holds
   * nothing: ask again when it has changed. Throws FailureError and DeviceFailure.
   */
  meetBudget(at: SlicePosition, settle: Settle): boolean | Promise<boolean>;
  /**
   * After a replay that failed, of slices or of the optimizer's step, and before it is repeated: goes down in size where
   * that may help. Throws FailureError at the tenth failure in a row.
   */
  recover(fault: ReplayFault, repeats: 'slices' | 'step', at: SlicePosition, settle: Settle): Promise<void>;
  /** An update is made: the failures before it are over. */
  updateMade(): void;
}
