/**
 * When a run changes its micro-batch because the memory budget has changed.
 *
 * Down at once: a plan above the budget in force is left before the next slice. Up with patience: only between updates,
 * only `settleUpdates` after the last change, and only as far as the lowest budget of all that time allows. So a budget
 * that swings faster than the settle time is answered by its lowest value, and each swing that is slower by one change up
 * at most.
 */
import { accumulationSteps } from './balanced-slices.ts';

export interface BudgetPolicySettings {
  /** Updates that a larger budget must hold before it is used, 1 or more. */
  readonly settleUpdates: number;
}

/** The plan in use. */
export interface PlanInUse {
  /** Everything it allocates. */
  readonly peakBytes: number;
  /** Examples in its largest slice. */
  readonly capacity: number;
}

/** What is known before a slice. */
export interface BudgetObservation {
  /** Number of the update, from 0. It never falls. */
  readonly update: number;
  /** No slice of the update has run yet. */
  readonly isUpdateStart: boolean;
  /** The budget in force, without its headroom. */
  readonly budgetBytes: number;
  /** `undefined` while nothing is allocated, after `none-fits`. */
  readonly plan: PlanInUse | undefined;
  /** Examples of a full batch. */
  readonly batch: number;
  /** Largest micro-batch that a budget holds, 0 for none; larger for a larger budget. Asked once a decision at most. */
  readonly capacityFor: (budgetBytes: number) => number;
}

/**
 * - `hold`: go on with the plan in use
 * - `shrink`: from this slice on, a plan for `budgetBytes`; slices that have run stay
 * - `grow`: from this update on, a plan for `budgetBytes`, at most the budget in force
 * - `none-fits`: the plan in use, if any, is above the budget, and so is one for a single example
 * - `resume`: as `shrink`, where nothing was allocated. At once, since no update passes while nothing fits
 */
export type BudgetDecision =
  | { readonly type: 'hold' }
  | { readonly type: 'shrink' | 'grow' | 'resume'; readonly budgetBytes: number; readonly capacity: number }
  | { readonly type: 'none-fits'; readonly budgetBytes: number };

/** A budget and the last update in which it was in force. */
interface HeldBudget {
  readonly update: number;
  readonly bytes: number;
}

/** Owned by whoever asks; every decision gives the next. */
export interface BudgetPolicyState {
  /** Update of the last change, or the first of the run. */
  readonly changedAt: number;
  /** Those that may be the lowest of the settle time: rising in update and bytes, at most one an update. */
  readonly held: readonly HeldBudget[];
  /** The largest budget known to allow no fewer slices than the plan in use. */
  readonly uselessBytes: number;
}

/** At the start of a run, with its plan just made. */
export function budgetPolicyAt(update: number): BudgetPolicyState {
  return { changedAt: update, held: [], uselessBytes: 0 };
}

/**
 * Decides before a slice. Pure: the same state and observation give the same decision.
 *
 * A plan is only exchanged for one that makes an update in fewer slices: with as many, balanced slices are the same.
 */
export function decideBudget(
  state: BudgetPolicyState,
  observation: BudgetObservation,
  { settleUpdates }: BudgetPolicySettings,
): { readonly decision: BudgetDecision; readonly state: BudgetPolicyState } {
  const { update, isUpdateStart, budgetBytes, plan, batch, capacityFor } = observation;
  const changed: BudgetPolicyState = { changedAt: update, held: [{ update, bytes: budgetBytes }], uselessBytes: 0 };
  if (plan === undefined || plan.peakBytes > budgetBytes) {
    const capacity = capacityFor(budgetBytes);
    if (capacity === 0) return { decision: { type: 'none-fits', budgetBytes }, state: changed };
    const type = plan === undefined ? 'resume' : 'shrink';
    return { decision: { type, budgetBytes, capacity }, state: changed };
  }
  const held = withHeld(state.held, { update, bytes: budgetBytes }, settleUpdates);
  const holding: BudgetPolicyState = { ...state, held };
  const lowest = held[0]?.bytes ?? budgetBytes;
  const isSettled = isUpdateStart && update - state.changedAt >= settleUpdates;
  if (!isSettled || lowest <= Math.max(plan.peakBytes, state.uselessBytes)) return hold(holding);
  const capacity = capacityFor(lowest);
  if (capacity === 0 || accumulationSteps(batch, capacity) >= accumulationSteps(batch, plan.capacity)) {
    return hold({ ...holding, uselessBytes: lowest });
  }
  return { decision: { type: 'grow', budgetBytes: lowest, capacity }, state: changed };
}

function hold(state: BudgetPolicyState) {
  return { decision: { type: 'hold' }, state } as const;
}

/** The minimum of a sliding window: a budget counts until a lower one comes, or the settle time has passed it by. */
function withHeld(held: readonly HeldBudget[], next: HeldBudget, settleUpdates: number): readonly HeldBudget[] {
  const lower = held.filter(({ update, bytes }) => bytes < next.bytes && update >= next.update - settleUpdates);
  // A lower one of the same update lasts as long as this one does.
  return lower.at(-1)?.update === next.update ? lower : [...lower, next];
}
