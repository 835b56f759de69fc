import { defaultConfig } from './default-config.ts';
import type { TrainingConfig } from './training-config.ts';

export const PRESET_IDS = [
  'three-slices',
  'whole-batch',
  'tight',
  'too-tight',
  'huge-batch',
  'adam-memory',
  'sgd-memory',
  'convnet',
] as const;

export type PresetId = (typeof PRESET_IDS)[number];

const mlp = defaultConfig('fashion-mlp');

/**
 * Configurations that each show one thing. Budgets follow from what `fashion-mlp` needs whatever the micro-batch:
 * 235,146 parameters are 0.9 MiB; Adam holds four such arrays (parameters, gradient sum, two slots), SGD two.
 */
export const PRESETS: { readonly [P in PresetId]: TrainingConfig } = {
  /** The default: a batch of 512 that has to be cut in three. */
  'three-slices': mlp,
  /** Nothing to cut: k = 1, the run to compare all others with. */
  'whole-batch': { ...mlp, budgetMiB: 64 },
  /** Little more than what is fixed: many small slices, the same losses. */
  tight: { ...mlp, budgetMiB: 3.75 },
  /** Less than the parameters and their Adam slots: not one example fits. */
  'too-tight': { ...mlp, budgetMiB: 3 },
  /** Sixteen times the batch in little more memory. */
  'huge-batch': { ...mlp, batchSize: 8192, budgetMiB: 6, length: 60, evaluateEvery: 5 },
  /** The same batch and budget twice: what Adam's two slots cost in slices. */
  'adam-memory': { ...mlp, budgetMiB: 4 },
  'sgd-memory': { ...mlp, budgetMiB: 4, optimizer: 'sgd', learningRate: 0.1 },
  convnet: defaultConfig('fashion-convnet'),
};

/** Budgets to choose from, in MiB, rising; those above what the device allows are not offered. */
export const BUDGET_PRESETS_MIB: readonly number[] = [4, 4.75, 6, 8, 16, 64, 1024];
