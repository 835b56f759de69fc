import type { BenchedStep } from './worker/contender.ts';

/** A comparison of the two sides on one step. */
export interface Scenario extends BenchedStep {
  readonly part: 'fashion' | 'textrnn' | 'resnet' | 'charlm';
  /** Enough that pipelines are compiled and the pool of tfjs has stopped growing. */
  readonly warmUpSteps: number;
  readonly stepsPerRound: number;
  /** Where steps take long. */
  readonly mostRounds: number;
  /** Also runs tfjs with the matrix products of WEBGPU_MATMUL_PROGRAM_TYPE=3. */
  readonly withPackedMatmul: boolean;
  /** Bytes are worth showing: not of a few examples, beside whose kilobytes alignment counts. */
  readonly withMemory: boolean;
  /** Eager tfjs does this step too. */
  readonly withEager: boolean;
}

const COMPARED = {
  stepsPerRound: 1,
  mostRounds: Number.POSITIVE_INFINITY,
  withPackedMatmul: false,
  withMemory: true,
  withEager: true,
};
const TEXT_RNN = { ...COMPARED, part: 'textrnn', workload: 'textrnn-synthetic', mostRounds: 2 } as const;

/**
 * Steps are counted out so that a round takes a few seconds on a software adapter, whose own threads take the processors
 * from JavaScript: the smallest step shows JavaScript with the least of that. A thousand time steps are more than
 * tfjs can unroll, and take the engine about ten seconds there.
 */
export const SCENARIOS: readonly Scenario[] = [
  { ...COMPARED, part: 'fashion', workload: 'fashion-mlp', microBatch: 1000, warmUpSteps: 2 },
  {
    ...COMPARED,
    part: 'fashion',
    workload: 'fashion-mlp',
    microBatch: 64,
    warmUpSteps: 5,
    stepsPerRound: 3,
    withPackedMatmul: true,
  },
  {
    ...COMPARED,
    part: 'fashion',
    workload: 'fashion-mlp',
    microBatch: 4,
    warmUpSteps: 5,
    stepsPerRound: 10,
    mostRounds: 3,
    withMemory: false,
  },
  { ...COMPARED, part: 'fashion', workload: 'fashion-convnet', microBatch: 32, warmUpSteps: 3 },
  { ...TEXT_RNN, timeSteps: 20, microBatch: 4, warmUpSteps: 2 },
  { ...TEXT_RNN, timeSteps: 50, microBatch: 4, warmUpSteps: 2 },
  { ...TEXT_RNN, timeSteps: 1000, microBatch: 1, warmUpSteps: 1, mostRounds: 1, withEager: false },
  { ...COMPARED, part: 'resnet', workload: 'cifar-resnet20', microBatch: 4, warmUpSteps: 2, mostRounds: 3 },
  { ...COMPARED, part: 'charlm', workload: 'charlm', microBatch: 2, warmUpSteps: 2, mostRounds: 2 },
];

/** tfjs's settings for the row that asks whether another kernel for matrix products changes its time. */
export const PACKED_MATMUL_FLAGS = { WEBGPU_MATMUL_PROGRAM_TYPE: 3 } as const;
