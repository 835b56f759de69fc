import { describe, expect, it } from 'vitest';
import type { PlanReport } from '../../../../src/core/program/plan-report.ts';
import { NO_PLANS, nextHistory } from '../../../../src/ui/charts/plan-history.ts';
import { NO_RUN } from '../../../../src/ui/stores/run-store.ts';
import { planReport } from '../plan-report-fixture.ts';

const FIRST = planReport({ budgetBytes: 6_000_000 });
const SMALLER = planReport({ budgetBytes: 5_000_000 });

function state(runId: number, report?: PlanReport) {
  return { ...NO_RUN, runId, ...(report && { report }) };
}

describe('plan history', () => {
  it('starts a run with its first plan from update 0', () => {
    const history = nextHistory(NO_PLANS, state(1), state(1, FIRST), 0);
    expect(history.spans).toMatchObject([{ fromUpdate: 0, budgetBytes: 6_000_000 }]);
  });

  it('keeps the first plan for the updates it made when a smaller one takes over', () => {
    const first = nextHistory(NO_PLANS, state(1), state(1, FIRST), 0);
    const second = nextHistory(first, state(1, FIRST), state(1, SMALLER), 40);
    expect(second.spans.map(({ fromUpdate, budgetBytes }) => [fromUpdate, budgetBytes])).toEqual([
      [0, 6_000_000],
      [41, 5_000_000],
    ]);
  });

  it('replaces a plan that made no update', () => {
    const first = nextHistory(NO_PLANS, state(1), state(1, FIRST), 0);
    expect(nextHistory(first, state(1, FIRST), state(1, SMALLER), 0).spans).toMatchObject([
      { fromUpdate: 0, budgetBytes: 5_000_000 },
    ]);
  });

  it('forgets the last run when another begins, and stays the same object while nothing changes', () => {
    const first = nextHistory(NO_PLANS, state(1), state(1, FIRST), 0);
    expect(nextHistory(first, state(1, FIRST), state(1, FIRST), 12)).toBe(first);
    expect(nextHistory(first, state(1, FIRST), state(2), 40)).toBe(NO_PLANS);
    expect(nextHistory(first, state(1, FIRST), state(2, SMALLER), 40).spans).toHaveLength(1);
  });
});
