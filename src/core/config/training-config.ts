import { SEARCH_STRATEGY_IDS } from '../batch/search-strategies/strategy-table.ts';

/** Everything that decides a run. Two equal configurations on one device give the same trajectory. */
export const WORKLOAD_IDS = [
  'fashion-mlp',
  'fashion-convnet',
  'textrnn-synthetic',
  'textrnn-spam',
  'cifar-resnet20',
  'cifar-resnet50',
  'resnet152-224',
  'resnet152-1024',
  'charlm',
] as const;
export type WorkloadId = (typeof WORKLOAD_IDS)[number];

export const OPTIMIZER_IDS = ['adam', 'adamw', 'sgd', 'momentum'] as const;
export type OptimizerId = (typeof OPTIMIZER_IDS)[number];

export const SCHEDULE_IDS = ['constant', 'warm-up', 'cosine'] as const;
export type ScheduleId = (typeof SCHEDULE_IDS)[number];

export const NORMALIZATION_IDS = ['batch', 'group'] as const;
export type NormalizationId = (typeof NORMALIZATION_IDS)[number];

/**
 * What the backward pass makes again instead of finding it kept.
 * - `none`: nothing; everything that it reads waits in memory
 * - `layers`: what costs one elementwise kernel: normalised and activated inputs of layers
 * - `blocks`: all that lies within a block, for a second forward pass
 */
export const RECOMPUTATION_IDS = ['none', 'layers', 'blocks'] as const;
export type RecomputationId = (typeof RECOMPUTATION_IDS)[number];

export const LENGTH_UNITS = ['updates', 'epochs'] as const;
export type LengthUnit = (typeof LENGTH_UNITS)[number];

/**
 * How the slices of a batch become one gradient.
 * - `accumulate`: forward and backward a slice, gradients added up: the memory of one slice
 * - `one-backward`: forward through all slices, their losses added up, one backward: memory that grows with the batch
 * - `full-batch`: no slices
 */
export const ACCUMULATION_IDS = ['accumulate', 'one-backward', 'full-batch'] as const;
export type AccumulationId = (typeof ACCUMULATION_IDS)[number];

/** How the micro-batch is found: computed from plans (`planned`), or by trying sizes on the device. */
export const SEARCH_IDS = ['planned', ...SEARCH_STRATEGY_IDS] as const;
export type SearchId = (typeof SEARCH_IDS)[number];

export interface TrainingConfig {
  readonly workload: WorkloadId;
  /** Examples the optimizer sees at each update, 1 to 16,384. */
  readonly batchSize: number;
  /** Memory this page may allocate on the device, in MiB; fractions allowed. */
  readonly budgetMiB: number;
  /** Share of the budget kept free, 0 to 0.5. */
  readonly headroom: number;
  /** Memory weather, a budget that changes while the run trains, in `weatherToText`'s short form; '' is none. */
  readonly weather: string;
  /** Examples per slice: computed (`auto`) or fixed by the person. A fixed size is never changed. */
  readonly microBatch: number | 'auto';
  readonly search: SearchId;
  readonly accumulation: AccumulationId;
  readonly optimizer: OptimizerId;
  readonly learningRate: number;
  readonly schedule: ScheduleId;
  /** Updates of linear warm-up, used by `warm-up` and `cosine`. */
  readonly warmUpUpdates: number;
  /** Momentum of `momentum`. */
  readonly momentum: number;
  /** Adam and AdamW. */
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  /** L2 penalty, added to the gradient: g + l2·p. */
  readonly l2: number;
  /** Decoupled weight decay of AdamW: p − lr·decay·p. */
  readonly weightDecay: number;
  /** Largest global norm of the gradient; 0 means no clipping. */
  readonly clipNorm: number;
  /** Share of hidden units dropped while training, 0 to 0.9. */
  readonly dropout: number;
  /** Of residual networks: over a slice (`batch`), or over groups of channels of each example alone (`group`). */
  readonly normalization: NormalizationId;
  /** Of residual networks and transformers: memory against time. The trajectory does not depend on it. */
  readonly recomputation: RecomputationId;
  /** Words of a document that a TextRNN reads, 1 to 1,000; longer documents are cut at their end. */
  readonly timeSteps: number;
  readonly lengthUnit: LengthUnit;
  readonly length: number;
  /** Updates between two evaluations on the test set; 0 means only at the end. */
  readonly evaluateEvery: number;
  /** Most examples of the test set an evaluation uses; 0 means no evaluation. */
  readonly testExamples: number;
  /** 0 to 2^32 − 1. Decides initial parameters, order of examples and dropout masks. */
  readonly seed: number;
}
