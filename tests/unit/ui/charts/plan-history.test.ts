import { describe, expect, it } from 'vitest';
import type { PlanReport } from '../../../../src/core/program/plan-report.ts';
import type { Adaptation } from '../../../../src/protocol/events.ts';
import { markedUpdates } from '../../../../src/ui/charts/marked-updates.ts';
import { NO_PLANS, nextHistory } from '../../../../src/ui/charts/plan-history.ts';
import { NO_RUN } from '../../../../src/ui/stores/run-store.ts';
import { planReport } from '../plan-report-fixture.ts';

const FIRST = planReport({ budgetBytes: 6_000_000 });
const SMALLER = planReport({ budgetBytes: 5_000_000 });

function state(runId: number, report?: PlanReport) {
  return { ...NO_RUN, runId, ...(report && { report }) };
}

function adaptationAt(update: number, change: Adaptation['change'] = 'shrink'): Adaptation {
  const figures = { microBatch: 8, peakBytes: 100, budgetBytes: 200 };
  return { cause: 'budget', change, update, slice: 1, before: figures, after: figures };
}

describe('marks of changed plans', () => {
  it('stand at each update once, and nowhere where the plan stayed', () => {
    const adaptations = [adaptationAt(3), adaptationAt(3, 'grow'), adaptationAt(5, 'none'), adaptationAt(9)];
    expect(markedUpdates(adaptations)).toEqual([3, 9]);
  });

  it('are no hatching, however often the plan changes', () => {
    const adaptations = Array.from({ length: 500 }, (_, i) => adaptationAt(i + 1));
    expect(markedUpdates(adaptations).at(-1)).toBe(500);
    expect(markedUpdates(adaptations).length).toBeLessThan(100);
  });
});

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

  it('begins an adapted plan at the update that it was taken up in, whatever has been told of it', () => {
    const first = nextHistory(NO_PLANS, state(1), state(1, FIRST), 0);
    const adaptations = [adaptationAt(12)];
    const next = { ...state(1, SMALLER), adaptations };
    const second = nextHistory(first, state(1, FIRST), next, 9);
    expect(second.spans.map(({ fromUpdate }) => fromUpdate)).toEqual([0, 12]);
    // A plan that is told without an adaptation begins after the last update.
    const third = nextHistory(second, next, { ...next, report: FIRST }, 20);
    expect(third.spans.map(({ fromUpdate }) => fromUpdate)).toEqual([0, 12, 21]);
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
