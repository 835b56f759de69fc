import { describe, expect, it } from 'vitest';
import { searchedPlan } from '../../../../../scripts/bench/worker/plan-figures.ts';
import { planTimes } from '../../../../../scripts/bench/worker/plan-times.ts';
import { DEFAULT_LIMITS } from '../../../../../src/engine/device/default-limits.ts';

/** A clock that moves by one at each look. */
function ticking(): () => number {
  let now = 0;
  return () => {
    now += 1;
    return now;
  };
}

describe('searchedPlan', () => {
  it('is the plan of the default configuration, with its bytes over their lower bounds', async () => {
    const plan = await searchedPlan('fashion-mlp', null, DEFAULT_LIMITS);
    expect(plan.config.batchSize).toBe(512);
    expect(plan.accumulationSteps).toBe(Math.ceil(512 / plan.microBatch));
    expect(plan.sizes.length).toBeGreaterThan(1);
    expect(plan.arenaBytes).toBeGreaterThanOrEqual(plan.arenaLowerBoundBytes);
    expect(plan.peakBytes - plan.lowerBoundBytes).toBe(plan.arenaBytes - plan.arenaLowerBoundBytes);
  });

  it('takes a size that is given as the whole batch', async () => {
    const plan = await searchedPlan('fashion-mlp', 8, DEFAULT_LIMITS);
    expect(plan).toMatchObject({ microBatch: 8, accumulationSteps: 1 });
  });
});

describe('planTimes', () => {
  it('plans each size once', async () => {
    const asked = { workload: 'fashion-mlp', firstSize: 3, laterSizes: [4, 5] } as const;
    const { firstSizeMs, laterSizesMs } = await planTimes(asked, DEFAULT_LIMITS, ticking());
    expect([firstSizeMs, ...laterSizesMs]).toEqual([1, 1, 1]);
  });
});
