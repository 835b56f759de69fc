import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BudgetDecision,
  type BudgetObservation,
  type BudgetPolicySettings,
  budgetPolicyAt,
  decideBudget,
  type PlanInUse,
} from '../../../../src/core/batch/budget-policy.ts';

const BATCH = 512;
const FIXED_BYTES = 100;
const BYTES_PER_EXAMPLE = 10;

const peakOf = (capacity: number): number => FIXED_BYTES + BYTES_PER_EXAMPLE * capacity;
const capacityFor = (budgetBytes: number): number =>
  Math.max(0, Math.min(BATCH, Math.floor((budgetBytes - FIXED_BYTES) / BYTES_PER_EXAMPLE)));
/** Slices are balanced, so that the largest may be smaller than the capacity. */
const planOf = (capacity: number): PlanInUse => {
  const largest = Math.ceil(BATCH / Math.ceil(BATCH / capacity));
  return { capacity: largest, peakBytes: peakOf(largest) };
};

interface Step {
  readonly update: number;
  readonly isUpdateStart: boolean;
  readonly budgetBytes: number;
  readonly before: PlanInUse | undefined;
  readonly decision: BudgetDecision;
  readonly after: PlanInUse | undefined;
}

/**
 * A run under budgets, each of them in force for one slice, `slicesAnUpdate` of which make an update. Decisions are
 * followed; where none fits, nothing is allocated until something does.
 */
function simulate(budgets: readonly number[], settings: BudgetPolicySettings, slicesAnUpdate = 1): Step[] {
  let plan: PlanInUse | undefined = planOf(capacityFor(budgets[0] ?? 0));
  let state = budgetPolicyAt(0);
  return budgets.map((budgetBytes, index) => {
    const update = Math.floor(index / slicesAnUpdate);
    const isUpdateStart = index % slicesAnUpdate === 0;
    const before = plan;
    const observation: BudgetObservation = { update, isUpdateStart, budgetBytes, plan, batch: BATCH, capacityFor };
    const decided = decideBudget(state, observation, settings);
    state = decided.state;
    const { decision } = decided;
    if (decision.type === 'none-fits') plan = undefined;
    else if (decision.type !== 'hold') plan = planOf(decision.capacity);
    return { update, isUpdateStart, budgetBytes, before, decision, after: plan };
  });
}

const stepsOf = (plan: PlanInUse | undefined): number => Math.ceil(BATCH / (plan?.capacity ?? 0));

const changesOf = (steps: readonly Step[]) =>
  steps.flatMap(({ update, decision, after }) =>
    decision.type === 'hold' ? [] : [[update, decision.type, after?.capacity]],
  );

/** So many updates of a budget. */
const during = (updates: number, budgetBytes: number): number[] => new Array(updates).fill(budgetBytes);

const settings = fc.record({ settleUpdates: fc.integer({ min: 1, max: 12 }) });
const budget = fc.integer({ min: FIXED_BYTES + BYTES_PER_EXAMPLE, max: 6000 });
/** Some of them hold nothing. */
const anyBudget = fc.oneof({ arbitrary: budget, weight: 5 }, { arbitrary: fc.nat(FIXED_BYTES), weight: 1 });
/** That make one, two, four, … slices, so that nearly every change of the budget could be one of the plan. */
const level = fc.constantFrom(...[1, 2, 4, 8, 16, 32].map((slices) => peakOf(BATCH / slices)));
const budgets = fc.oneof(
  fc
    .array(fc.tuple(level, fc.integer({ min: 1, max: 8 })), { minLength: 20, maxLength: 60 })
    .map((levels) => levels.flatMap(([bytes, updates]) => during(updates, bytes))),
  fc.tuple(budget, fc.array(anyBudget, { maxLength: 150 })).map(([first, rest]) => [first, ...rest]),
  // Between two values, at any rhythm.
  fc
    .tuple(budget, anyBudget, fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 20 }))
    .map(([a, b, lengths]) => lengths.flatMap((length, at) => during(length, at % 2 === 0 ? a : b))),
);

describe('a smaller budget', () => {
  it('is kept from the very next slice, also in the middle of an update', () => {
    // Slices of 256 need 2,660 bytes; 1,380 bytes hold slices of 128.
    const steps = simulate([...during(5, 2660), ...during(4, 1380)], { settleUpdates: 3 }, 4);
    expect(steps[5]).toMatchObject({ update: 1, isUpdateStart: false });
    expect(changesOf(steps)).toEqual([[1, 'shrink', 128]]);
  });

  it('changes nothing where the plan in use fits it', () => {
    expect(changesOf(simulate([...during(3, 2900), ...during(5, 2660)], { settleUpdates: 2 }))).toEqual([]);
  });

  it('that holds nothing says so, and the run goes on as soon as one does', () => {
    const steps = simulate([2660, 105, 109, 130, 130], { settleUpdates: 2 });
    expect(steps[1]?.decision).toEqual({ type: 'none-fits', budgetBytes: 105 });
    expect(steps[2]).toMatchObject({ decision: { type: 'none-fits' }, after: undefined });
    // No update passes while nothing fits: the run goes on with three examples as soon as they fit.
    expect(steps[3]?.decision).toEqual({ type: 'resume', budgetBytes: 130, capacity: 3 });
    expect(steps[4]?.decision).toEqual({ type: 'hold' });
  });
});

describe('a larger budget', () => {
  it('is used once it has held for the settle time, at the start of an update', () => {
    const steps = simulate([...during(4, 1380), ...during(40, 2660)], { settleUpdates: 6 }, 2);
    // In force from update 2, the last of the smaller one is update 1: six updates later it is out of the window.
    expect(changesOf(steps)).toEqual([[8, 'grow', 256]]);
    expect(steps.find(({ decision }) => decision.type === 'grow')?.isUpdateStart).toBe(true);
  });

  it('is used as far as the lowest of the settle time allows', () => {
    const dip = [...during(1, 1380), ...during(3, 5220), 2660, ...during(20, 5220)];
    const changes = changesOf(simulate(dip, { settleUpdates: 5 }));
    // The dip was in update 4: until update 9 it counts, at update 6 as the lowest.
    expect(changes).toEqual([
      [6, 'grow', 256],
      [11, 'grow', 512],
    ]);
  });

  it('is not used where it makes no fewer slices', () => {
    // 512 examples take four slices at 128 and at 170, three at 171.
    const almost = [...during(2, peakOf(128)), ...during(20, peakOf(170))];
    expect(changesOf(simulate(almost, { settleUpdates: 2 }))).toEqual([]);
    const enough = [...during(2, peakOf(128)), ...during(20, peakOf(171))];
    expect(changesOf(simulate(enough, { settleUpdates: 2 }))).toEqual([[4, 'grow', 171]]);
  });

  it('that is of no use is planned for once, not at every update', () => {
    let asked = 0;
    let state = budgetPolicyAt(0);
    for (let update = 0; update < 50; update++) {
      const observation = {
        update,
        isUpdateStart: true,
        budgetBytes: peakOf(170),
        plan: planOf(128),
        batch: BATCH,
      };
      const counted = (bytes: number) => {
        asked++;
        return capacityFor(bytes);
      };
      state = decideBudget(state, { ...observation, capacityFor: counted }, { settleUpdates: 3 }).state;
    }
    expect(asked).toBe(1);
  });
});

describe('any budgets', () => {
  it('are never exceeded, by what is in use or what is chosen', () => {
    fc.assert(
      fc.property(budgets, settings, fc.integer({ min: 1, max: 4 }), (values, chosen, slices) => {
        for (const { budgetBytes, decision, after } of simulate(values, chosen, slices)) {
          expect(after?.peakBytes ?? 0).toBeLessThanOrEqual(budgetBytes);
          if (decision.type !== 'hold') expect(decision.budgetBytes).toBeLessThanOrEqual(budgetBytes);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('shrink a plan only where it does not fit, and grow one only between updates', () => {
    fc.assert(
      fc.property(budgets, settings, fc.integer({ min: 1, max: 4 }), (values, chosen, slices) => {
        for (const { decision, before, after, budgetBytes, isUpdateStart } of simulate(values, chosen, slices)) {
          if (decision.type === 'shrink') {
            expect(before?.peakBytes).toBeGreaterThan(budgetBytes);
            expect(after?.capacity).toBeLessThan(before?.capacity ?? 0);
          }
          if (decision.type === 'grow') {
            expect(isUpdateStart).toBe(true);
            expect(stepsOf(after)).toBeLessThan(stepsOf(before));
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('change the plan upwards at most once a settle time, and not within one of any other change', () => {
    fc.assert(
      fc.property(budgets, settings, fc.integer({ min: 1, max: 4 }), (values, { settleUpdates }, slices) => {
        let changedAt = 0;
        for (const { update, decision } of simulate(values, { settleUpdates }, slices)) {
          if (decision.type === 'grow') expect(update - changedAt).toBeGreaterThanOrEqual(settleUpdates);
          if (decision.type !== 'hold') changedAt = update;
        }
      }),
      { numRuns: 100 },
    );
  });

  it('that swing faster than the settle time change the plan once, down, and then no more', () => {
    const swing = fc.tuple(budget, budget, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 6, max: 12 }));
    fc.assert(
      fc.property(swing, ([a, b, period, settleUpdates]) => {
        const values = Array.from({ length: 30 }, (_, at) => during(period, at % 2 === 0 ? a : b)).flat();
        const changes = changesOf(simulate(values, { settleUpdates }));
        expect(changes.length).toBeLessThanOrEqual(1);
        for (const [, type] of changes) expect(type).toBe('shrink');
      }),
    );
  });

  it('that rise and stay are used in the end, as far as it saves slices', () => {
    fc.assert(
      fc.property(budgets, budget, settings, (values, last, chosen) => {
        const steps = simulate([...values, ...during(2 * chosen.settleUpdates + 2, last)], chosen);
        expect(stepsOf(steps.at(-1)?.after)).toBe(Math.ceil(BATCH / capacityFor(last)));
      }),
      { numRuns: 100 },
    );
  });
});
