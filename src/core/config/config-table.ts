/**
 * The one table of settings: it drives the form, the address and the command line, and decides what is valid.
 * Rows stand in the order in which people should meet them.
 */
import type { ConfigField, ConfigKey, ConfigTable } from './config-field.ts';
import {
  LENGTH_UNITS,
  NORMALIZATION_IDS,
  OPTIMIZER_IDS,
  SCHEDULE_IDS,
  type TrainingConfig,
  WORKLOAD_IDS,
  type WorkloadId,
} from './training-config.ts';

/** Most examples in a batch. */
export const MAXIMUM_BATCH = 16_384;
/** 1 TiB: above any device; what a device allows is less and is known only at run time. */
export const MAXIMUM_BUDGET_MIB = 1_048_576;
export const MAXIMUM_SEED = 2 ** 32 - 1;

const always = (): boolean => true;
/** Workloads whose layers are normalised by batch or group. */
const RESIDUAL_NETWORKS: readonly WorkloadId[] = [
  'cifar-resnet20',
  'cifar-resnet50',
  'resnet152-224',
  'resnet152-1024',
];
const underAdam = (config: TrainingConfig): boolean => config.optimizer === 'adam' || config.optimizer === 'adamw';

export const CONFIG_TABLE: ConfigTable = {
  workload: {
    type: 'choice',
    params: ['workload'],
    group: 'workload',
    options: WORKLOAD_IDS,
    default: 'fashion-mlp',
    appliesTo: always,
  },
  batchSize: {
    type: 'integer',
    params: ['batch'],
    group: 'batch',
    minimum: 1,
    maximum: MAXIMUM_BATCH,
    step: 1,
    scale: 'log',
    slider: { from: 1, to: MAXIMUM_BATCH },
    default: 512,
    appliesTo: always,
  },
  microBatch: {
    type: 'auto-or-integer',
    params: ['micro-batch'],
    group: 'batch',
    minimum: 1,
    maximum: MAXIMUM_BATCH,
    step: 1,
    scale: 'log',
    slider: { from: 1, to: MAXIMUM_BATCH },
    default: 'auto',
    appliesTo: always,
  },
  budgetMiB: {
    type: 'MiB',
    params: ['budget'],
    group: 'memory',
    minimum: 1,
    maximum: MAXIMUM_BUDGET_MIB,
    step: 0.25,
    scale: 'log',
    slider: { from: 1, to: MAXIMUM_BUDGET_MIB },
    default: 4.75,
    appliesTo: always,
  },
  headroom: {
    type: 'number',
    params: ['headroom'],
    group: 'memory',
    minimum: 0,
    maximum: 0.5,
    step: 0.05,
    scale: 'linear',
    slider: { from: 0, to: 0.5 },
    default: 0,
    appliesTo: always,
  },
  optimizer: {
    type: 'choice',
    params: ['optimizer'],
    group: 'optimizer',
    options: OPTIMIZER_IDS,
    default: 'adam',
    appliesTo: always,
  },
  // Far above any useful rate, so that a run that diverges can be shown.
  learningRate: {
    type: 'number',
    params: ['lr'],
    group: 'optimizer',
    minimum: 1e-8,
    maximum: 1000,
    step: 1e-4,
    scale: 'log',
    slider: { from: 1e-5, to: 10 },
    default: 1e-3,
    appliesTo: always,
  },
  schedule: {
    type: 'choice',
    params: ['schedule'],
    group: 'optimizer',
    options: SCHEDULE_IDS,
    default: 'constant',
    appliesTo: always,
  },
  warmUpUpdates: {
    type: 'integer',
    params: ['warm-up'],
    group: 'optimizer',
    minimum: 0,
    maximum: 1_000_000,
    step: 1,
    scale: 'linear',
    slider: { from: 0, to: 500 },
    default: 0,
    appliesTo: (config) => config.schedule === 'warm-up' || config.schedule === 'cosine',
  },
  momentum: {
    type: 'number',
    params: ['momentum'],
    group: 'optimizer',
    minimum: 0,
    maximum: 0.9999,
    step: 0.01,
    scale: 'linear',
    slider: { from: 0, to: 0.99 },
    default: 0.9,
    appliesTo: (config) => config.optimizer === 'momentum',
  },
  // Defaults of beta1, beta2, epsilon and weightDecay are those of PyTorch's Adam and AdamW.
  beta1: {
    type: 'number',
    params: ['beta1'],
    group: 'optimizer',
    minimum: 0,
    maximum: 0.9999,
    step: 0.01,
    scale: 'linear',
    slider: { from: 0, to: 0.99 },
    default: 0.9,
    appliesTo: underAdam,
  },
  beta2: {
    type: 'number',
    params: ['beta2'],
    group: 'optimizer',
    minimum: 0,
    maximum: 0.99999,
    step: 0.001,
    scale: 'linear',
    slider: { from: 0.9, to: 0.999 },
    default: 0.999,
    appliesTo: underAdam,
  },
  epsilon: {
    type: 'number',
    params: ['epsilon'],
    group: 'optimizer',
    minimum: 1e-12,
    maximum: 1,
    step: 1e-8,
    scale: 'log',
    slider: { from: 1e-10, to: 1e-2 },
    default: 1e-8,
    appliesTo: underAdam,
  },
  l2: {
    type: 'number',
    params: ['l2'],
    group: 'optimizer',
    minimum: 0,
    maximum: 1,
    step: 1e-4,
    scale: 'log',
    slider: { from: 1e-6, to: 0.1 },
    default: 0,
    appliesTo: always,
  },
  weightDecay: {
    type: 'number',
    params: ['weight-decay'],
    group: 'optimizer',
    minimum: 0,
    maximum: 1,
    step: 0.01,
    scale: 'log',
    slider: { from: 1e-4, to: 1 },
    default: 0.01,
    appliesTo: (config) => config.optimizer === 'adamw',
  },
  clipNorm: {
    type: 'number',
    params: ['clip'],
    group: 'optimizer',
    minimum: 0,
    maximum: 1000,
    step: 0.1,
    scale: 'log',
    slider: { from: 0.01, to: 100 },
    default: 0,
    appliesTo: always,
  },
  dropout: {
    type: 'number',
    params: ['dropout'],
    group: 'optimizer',
    minimum: 0,
    maximum: 0.9,
    step: 0.05,
    scale: 'linear',
    slider: { from: 0, to: 0.9 },
    default: 0,
    appliesTo: always,
  },
  normalization: {
    type: 'choice',
    params: ['normalization'],
    group: 'optimizer',
    options: NORMALIZATION_IDS,
    default: 'batch',
    appliesTo: (config) => RESIDUAL_NETWORKS.includes(config.workload),
  },
  lengthUnit: {
    type: 'choice',
    params: [],
    group: 'run',
    options: LENGTH_UNITS,
    default: 'updates',
    appliesTo: always,
  },
  length: {
    type: 'integer',
    params: LENGTH_UNITS,
    group: 'run',
    minimum: 1,
    maximum: 1_000_000,
    step: 1,
    scale: 'log',
    slider: { from: 1, to: 10_000 },
    default: 300,
    appliesTo: always,
  },
  evaluateEvery: {
    type: 'integer',
    params: ['evaluate-every'],
    group: 'run',
    minimum: 0,
    maximum: 1_000_000,
    step: 1,
    scale: 'linear',
    slider: { from: 0, to: 100 },
    default: 20,
    appliesTo: always,
  },
  seed: {
    type: 'integer',
    params: ['seed'],
    group: 'run',
    minimum: 0,
    maximum: MAXIMUM_SEED,
    step: 1,
    scale: 'linear',
    slider: null,
    default: 1,
    appliesTo: always,
  },
};

/** Settings in the order of the table. */
export const CONFIG_KEYS: readonly ConfigKey[] = Object.keys(CONFIG_TABLE).filter(isConfigKey);

/** The row of a setting, as the union that code can tell apart by `type`. */
export function configField(key: ConfigKey): ConfigField {
  return CONFIG_TABLE[key];
}

/** True for the name of a setting; false for names that every object inherits, such as `constructor`. */
export function isConfigKey(name: string): name is ConfigKey {
  return Object.hasOwn(CONFIG_TABLE, name);
}
