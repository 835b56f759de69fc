import type { MemoryPlan } from '../../core/program/memory-plan.ts';
import type { FittingPlan, PlanReport } from '../../core/program/plan-report.ts';

/** A plan that fits, with the programs to compile. Indices are into `memory.programs`. */
export interface RunPlan {
  readonly report: PlanReport & FittingPlan;
  readonly memory: MemoryPlan;
  /** Program of a slice of so many examples. */
  readonly sliceProgram: ReadonlyMap<number, number>;
  readonly updateProgram: number;
  readonly evaluation: { readonly program: number; readonly microBatch: number };
}

/** Memory of all programs of a run, and the size of its forward-only slices. */
export interface RunMemory {
  readonly memory: MemoryPlan;
  readonly evaluationMicroBatch: number;
}

export const READ_BACK_NAMES = ['read-back/0', 'read-back/1'] as const;
