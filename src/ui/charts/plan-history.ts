/**
 * The plans a run has used, with the update each began at: a run whose budget changed has several.
 * The run store keeps only the newest, so this follows it, outside React.
 */
import type { RunState } from '../stores/run-store.ts';
import type { PlanSpan } from './memory-rows.ts';

export interface PlanHistory {
  readonly spans: readonly PlanSpan[];
}

export const NO_PLANS: PlanHistory = { spans: [] };

type PlanOfRun = Pick<RunState, 'runId' | 'report' | 'adaptations'>;

/** The history after the run store went from `previous` to `next`, `latestUpdate` updates being finished. */
export function nextHistory(
  history: PlanHistory,
  previous: PlanOfRun,
  next: PlanOfRun,
  latestUpdate: number,
): PlanHistory {
  if (next.report === undefined) return NO_PLANS;
  const isSameRun = next.runId === previous.runId;
  if (isSameRun && next.report === previous.report) return history;
  const kept = isSameRun ? history.spans : [];
  const adaptation = next.adaptations.at(-1);
  const isAdapted = isSameRun && adaptation !== undefined && adaptation !== previous.adaptations.at(-1);
  const fromUpdate = kept.length === 0 ? 0 : isAdapted ? adaptation.update : latestUpdate === 0 ? 0 : latestUpdate + 1;
  const { bytes, budgetBytes } = next.report;
  return { spans: [...kept.filter((span) => span.fromUpdate < fromUpdate), { fromUpdate, bytes, budgetBytes }] };
}
