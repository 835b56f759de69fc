import { CONFIG_TABLE } from './config-table.ts';
import type { TrainingConfig, WorkloadId } from './training-config.ts';

/** The workload of a page opened without any setting. */
export const DEFAULT_WORKLOAD: WorkloadId = CONFIG_TABLE.workload.default;

const MOMENTUM = { optimizer: 'momentum', momentum: 0.9, length: 100 } as const;
const PLAIN_SGD = { optimizer: 'sgd', learningRate: 1e-2, length: 10, evaluateEvery: 0, testExamples: 0 } as const;

/**
 * Where a workload departs from the table's defaults. Budgets are chosen so that a batch of 512 has to be cut;
 * evaluation comes about a dozen times a run.
 */
const WORKLOAD_DEFAULTS: { readonly [W in WorkloadId]: Partial<TrainingConfig> } = {
  'fashion-mlp': {},
  'fashion-convnet': { budgetMiB: 12, length: 60, evaluateEvery: 10 },
  // The origin's text classifier: a batch of 4,096 that was cut by hand into 64 micro-batches of 64.
  'textrnn-synthetic': {
    batchSize: 4096,
    budgetMiB: 192,
    l2: 1e-6,
    dropout: 0.5,
    length: 20,
    evaluateEvery: 0,
    testExamples: 128,
  },
  'textrnn-spam': {
    batchSize: 512,
    budgetMiB: 192,
    l2: 1e-6,
    dropout: 0.5,
    length: 40,
    evaluateEvery: 10,
    testExamples: 256,
  },
  'cifar-resnet20': { ...MOMENTUM, batchSize: 128, budgetMiB: 64, learningRate: 0.1, l2: 1e-4 },
  'cifar-resnet50': { ...MOMENTUM, batchSize: 64, budgetMiB: 320 },
  'resnet152-224': { ...PLAIN_SGD, batchSize: 2048, budgetMiB: 4096 },
  'resnet152-1024': { ...PLAIN_SGD, batchSize: 4096, budgetMiB: 24 * 1024 },
  charlm: {
    ...{ optimizer: 'adamw', learningRate: 3e-4, weightDecay: 0.1, schedule: 'cosine', warmUpUpdates: 10 },
    ...{ batchSize: 256, budgetMiB: 128, length: 100, evaluateEvery: 20 },
  },
};

/** The configuration a workload starts with: the table's defaults, and what the workload has of its own. */
export function defaultConfig(workload: WorkloadId): TrainingConfig {
  return { ...tableDefaults(), ...WORKLOAD_DEFAULTS[workload], workload };
}

function tableDefaults(): TrainingConfig {
  const t = CONFIG_TABLE;
  return {
    workload: t.workload.default,
    batchSize: t.batchSize.default,
    budgetMiB: t.budgetMiB.default,
    headroom: t.headroom.default,
    weather: t.weather.default,
    microBatch: t.microBatch.default,
    search: t.search.default,
    accumulation: t.accumulation.default,
    optimizer: t.optimizer.default,
    learningRate: t.learningRate.default,
    schedule: t.schedule.default,
    warmUpUpdates: t.warmUpUpdates.default,
    momentum: t.momentum.default,
    beta1: t.beta1.default,
    beta2: t.beta2.default,
    epsilon: t.epsilon.default,
    l2: t.l2.default,
    weightDecay: t.weightDecay.default,
    clipNorm: t.clipNorm.default,
    dropout: t.dropout.default,
    normalization: t.normalization.default,
    recomputation: t.recomputation.default,
    timeSteps: t.timeSteps.default,
    lengthUnit: t.lengthUnit.default,
    length: t.length.default,
    evaluateEvery: t.evaluateEvery.default,
    testExamples: t.testExamples.default,
    seed: t.seed.default,
  };
}
