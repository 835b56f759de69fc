import type { PlanMeasurement } from '../../../../scripts/bench/measure-plans.ts';
import type { Round, ScenarioMeasurement } from '../../../../scripts/bench/measure-scenario.ts';
import type { Scenario } from '../../../../scripts/bench/scenarios.ts';
import type { StepTimes } from '../../../../scripts/bench/worker/contender.ts';
import type { SearchedPlan } from '../../../../scripts/bench/worker/plan-figures.ts';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';

export const SCENARIO: Scenario = {
  part: 'fashion',
  workload: 'fashion-mlp',
  microBatch: 1000,
  warmUpSteps: 2,
  stepsPerRound: 1,
  mostRounds: 5,
  withPackedMatmul: false,
  withMemory: true,
  withEager: true,
};

const MEMORY = { peakBytes: 1000, lowerBoundBytes: 990, arenaBytes: 220, arenaLowerBoundBytes: 200 } as const;

/** Times in the proportion 1 : 2 : 10. */
export function times(javaScriptMs: number): StepTimes {
  return { javaScriptMs, javaScriptWithInputsMs: 2 * javaScriptMs, wholeMs: 10 * javaScriptMs };
}

/** Cut, the engine takes four times as long, in seven submits. */
export function round(eagerMs: number | null, engineMs: number, packedMs?: number): Round {
  return {
    eager: eagerMs === null ? null : times(eagerMs),
    engine: times(engineMs),
    cut: { ...times(4 * engineMs), submits: 7 },
    packedMatmul: packedMs === undefined ? null : times(packedMs),
  };
}

export function measurement(change: Partial<ScenarioMeasurement> = {}): ScenarioMeasurement {
  return {
    scenario: SCENARIO,
    rounds: [round(10, 0.4)],
    eager: { work: { dispatches: 128, submits: 10 }, allocatedBytes: 2000 },
    engine: {
      work: { dispatches: 32, submits: 2 },
      allocatedBytes: 1000,
      plan: { dispatches: 32, ...MEMORY },
    },
    ...change,
  };
}

export function searchedPlan(change: Partial<SearchedPlan> = {}): SearchedPlan {
  return {
    ...MEMORY,
    config: defaultConfig('fashion-mlp'),
    microBatch: 171,
    accumulationSteps: 3,
    sizes: [512, 1, 171, 172],
    searchMs: 360,
    ...change,
  };
}

export function planMeasurement(change: Partial<PlanMeasurement> = {}): PlanMeasurement {
  const times = [{ firstSizeMs: 50, laterSizesMs: [5] }];
  return { workload: 'fashion-mlp', plan: searchedPlan(), times: { worker: times, node: times }, ...change };
}
