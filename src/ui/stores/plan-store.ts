import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Failure } from '../../core/failures.ts';
import type { PlanReport } from '../../core/program/plan-report.ts';

export interface PlanState {
  /** The newest plan that was answered; it stays while a newer one is pending. */
  readonly report?: PlanReport;
  /** Why the newest plan could not be made; cleared by the next answer. */
  readonly failure?: Failure;
  /** True from a change of the form until its plan is answered. */
  readonly pending: boolean;
}

export const planStore = createStore<PlanState>(() => ({ pending: false }));

export function usePlan<T>(select: (state: PlanState) => T): T {
  return useStore(planStore, select);
}
