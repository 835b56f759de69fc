import type { BenchedStep } from './worker/contender.ts';

/** A comparison of the two sides on one step. */
export interface Scenario extends BenchedStep {
  /** Enough that pipelines are compiled and the pool of tfjs has stopped growing. */
  readonly warmUpSteps: number;
  readonly stepsPerRound: number;
  /** Also runs tfjs with the matrix products of WEBGPU_MATMUL_PROGRAM_TYPE=3. */
  readonly withPackedMatmul: boolean;
}

/**
 * Steps are counted out so that a round takes a few seconds on a software adapter. There the engine cuts a step into many
 * submits, none over about 100 ms; the smallest size shows JavaScript as it is where nothing needs to be cut.
 */
export const SCENARIOS: readonly Scenario[] = [
  {
    workload: 'fashion-mlp',
    microBatch: 1000,
    paced: true,
    warmUpSteps: 2,
    stepsPerRound: 1,
    withPackedMatmul: false,
  },
  { workload: 'fashion-mlp', microBatch: 64, paced: true, warmUpSteps: 5, stepsPerRound: 3, withPackedMatmul: true },
  { workload: 'fashion-mlp', microBatch: 4, paced: false, warmUpSteps: 8, stepsPerRound: 10, withPackedMatmul: false },
  {
    workload: 'fashion-convnet',
    microBatch: 32,
    paced: true,
    warmUpSteps: 3,
    stepsPerRound: 1,
    withPackedMatmul: false,
  },
];

/** tfjs's settings for the row that asks whether another kernel for matrix products changes its time. */
export const PACKED_MATMUL_FLAGS = { WEBGPU_MATMUL_PROGRAM_TYPE: 3 } as const;
