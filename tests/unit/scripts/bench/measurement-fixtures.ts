import type { Round, ScenarioMeasurement } from '../../../../scripts/bench/measure-scenario.ts';
import type { Scenario } from '../../../../scripts/bench/scenarios.ts';
import type { StepTimes } from '../../../../scripts/bench/worker/contender.ts';

export const SCENARIO: Scenario = {
  workload: 'fashion-mlp',
  microBatch: 1000,
  paced: true,
  warmUpSteps: 2,
  stepsPerRound: 1,
  withPackedMatmul: false,
};

/** Times in the proportion 1 : 2 : 10. */
export function times(javaScriptMs: number): StepTimes {
  return { javaScriptMs, javaScriptWithInputsMs: 2 * javaScriptMs, wholeMs: 10 * javaScriptMs };
}

export function round(eagerMs: number, engineMs: number, packedMs?: number): Round {
  return {
    eager: times(eagerMs),
    engine: times(engineMs),
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
      plan: { dispatches: 32, peakBytes: 1000, lowerBoundBytes: 990, arenaBytes: 220, arenaLowerBoundBytes: 200 },
    },
    ...change,
  };
}
