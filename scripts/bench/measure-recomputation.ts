import type { Page } from 'playwright';
import { RECOMPUTATION_IDS, type RecomputationId } from '../../src/core/config/training-config.ts';
import { Realm } from './realm.ts';
import { median } from './spread.ts';
import type { BenchedStep, PlanFigures } from './worker/contender.ts';

/** Steps whose activations can be made again: small, and far larger than what a submit costs. */
export const RECOMPUTED_STEPS = [
  { workload: 'cifar-resnet20', microBatch: 8 },
  { workload: 'charlm', microBatch: 4 },
] as const satisfies readonly BenchedStep[];
const WARM_UP_STEPS = 2;
const MOST_ROUNDS = 3;
const STEPS_PER_ROUND = 2;

/** A step that makes `recomputation` again. */
export interface RecomputedSide {
  readonly recomputation: RecomputationId;
  readonly plan: PlanFigures;
  /** Times of a whole step, a median for each round. */
  readonly wholeMs: readonly number[];
}

export interface RecomputationMeasurement {
  readonly step: BenchedStep;
  readonly sides: readonly RecomputedSide[];
}

/** Lets steps of one workload take turns that differ in what they make again; the order turns round every second round. */
export async function measureRecomputation(
  page: Page,
  step: BenchedStep,
  roundCount: number,
  signal: AbortSignal,
): Promise<RecomputationMeasurement> {
  const realms: Realm[] = [];
  try {
    const sides: (RecomputedSide & { readonly realm: Realm; readonly wholeMs: number[] })[] = [];
    for (const recomputation of RECOMPUTATION_IDS) {
      const realm = await Realm.start(page, 'engine', signal);
      realms.push(realm);
      const { plan } = await realm.open({ ...step, recomputation, warmUpSteps: WARM_UP_STEPS }, {});
      if (!plan) throw new Error('The engine says nothing of its plan.');
      sides.push({ recomputation, plan, realm, wholeMs: [] });
    }
    for (let round = 0; round < Math.min(roundCount, MOST_ROUNDS); round += 1) {
      for (const { realm, wholeMs } of round % 2 === 1 ? sides.toReversed() : sides) {
        const { steps } = await realm.run(STEPS_PER_ROUND);
        wholeMs.push(median(steps.map((each) => each.wholeMs)));
      }
    }
    return { step, sides: sides.map(({ recomputation, plan, wholeMs }) => ({ recomputation, plan, wholeMs })) };
  } finally {
    for (const realm of realms) await realm.end();
  }
}
