import { settingEntryAt, settledBudgetAt } from './budget-in-force.ts';
import { cutBudget, withoutSpan } from './clear-span.ts';
import { clampBudget } from './round-budget.ts';
import { simplifySteps } from './simplify-steps.ts';
import { type BudgetEntry, inOrder, type WeatherEntry } from './weather-entries.ts';

/** What was painted: a budget in MiB for every update from `from` on, without a gap. */
export interface Stroke {
  readonly from: number;
  readonly budgetsMiB: readonly number[];
}

export interface PaintSettings {
  /** The person's budget, where the weather says nothing. */
  readonly ownMiB: number;
  /** Updates of the run: painting up to the last leaves nothing to go back to. */
  readonly updates: number;
  /** Ratio by which two budgets may differ that look the same, 1 or more. */
  readonly tolerance: number;
  /** Most steps that the stroke may add. */
  readonly maximumSteps: number;
}

/**
 * Paints a stroke over the weather: in its updates the budget is what was painted, one entry a change; before and after
 * them it is what it was. Losses and failures stay where they are.
 */
export function paintBudget(
  entries: readonly WeatherEntry[],
  { from, budgetsMiB }: Stroke,
  { ownMiB, updates, tolerance, maximumSteps }: PaintSettings,
): readonly WeatherEntry[] {
  const to = from + budgetsMiB.length - 1;
  const cleared = withoutSpan(entries, from, to);
  const before = settledBudgetAt(cleared, from) ?? ownMiB;
  const painted = simplifySteps(budgetsMiB, { tolerance, maximumSteps }).map(
    ({ index, value }): BudgetEntry => ({ kind: 'budget', update: from + index, budgetMiB: clampBudget(value) }),
  );
  // As it was before: nothing to say.
  if (painted[0]?.budgetMiB === before) painted.shift();
  const last = painted.at(-1)?.budgetMiB ?? before;
  const after = to < updates ? entriesAfter(entries, to + 1, { ownMiB, last }) : [];
  return inOrder([...cleared, ...painted, ...after]);
}

/** What has to be said at `update` so that from then on the budget is what `entries` make it. */
function entriesAfter(
  entries: readonly WeatherEntry[],
  update: number,
  { ownMiB, last }: { readonly ownMiB: number; readonly last: number },
): readonly WeatherEntry[] {
  const decides = settingEntryAt(entries, update);
  const begins = decides && (decides.kind === 'ramp' ? decides.from : decides.update);
  // It says so itself.
  if (begins === update) return [];
  if (decides?.kind === 'ramp' && decides.to > update) {
    return [{ ...decides, from: update, fromMiB: cutBudget(decides, update) }];
  }
  const budgetMiB = settledBudgetAt(entries, update) ?? ownMiB;
  return budgetMiB === last ? [] : [{ kind: 'budget', update, budgetMiB }];
}
