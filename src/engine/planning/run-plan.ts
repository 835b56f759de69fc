import type { MemoryPlan } from '../../core/program/memory-plan.ts';
import type { FittingPlan, PlanReport } from '../../core/program/plan-report.ts';

/** A plan that fits, with the programs to compile. Indices are into `memory.programs`. */
export interface RunPlan {
  readonly report: PlanReport & FittingPlan;
  readonly memory: MemoryPlan;
  /**
   * Examples that one replay takes at most: a micro-batch, or the whole batch where one backward pass is made for all of
   * its slices.
   */
  readonly examplesPerReplay: number;
  /** Program that takes so many examples. */
  readonly sliceProgram: ReadonlyMap<number, number>;
  readonly updateProgram: number;
  readonly evaluation: EvaluationPlan;
}

/** Forward-only slices over the test set, planned beside training, whose size they never change. */
export type EvaluationPlan =
  | { readonly type: 'fits'; readonly program: number; readonly microBatch: number }
  /** None is asked for. */
  | { readonly type: 'none' }
  /** Bytes that training and the evaluation of one example would need together. */
  | { readonly type: 'does-not-fit'; readonly neededBytes: number };

/** Memory of all programs of a run. */
export interface RunMemory {
  readonly memory: MemoryPlan;
  readonly evaluation: EvaluationPlan;
}

export const READ_BACK_NAMES = ['read-back/0', 'read-back/1'] as const;
