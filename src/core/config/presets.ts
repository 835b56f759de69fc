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
  'text-one-backward',
  'text-accumulate',
  'cifar-utilisation',
  'cifar-planned',
  'megapixel-doubling',
  'megapixel-planned',
  'keep-all',
  'recompute-blocks',
  'convnet',
  'spam',
  'charlm',
] as const;

export type PresetId = (typeof PRESET_IDS)[number];

const mlp = defaultConfig('fashion-mlp');
const text = defaultConfig('textrnn-synthetic');
const cifar = defaultConfig('cifar-resnet50');
const transformer = defaultConfig('charlm');
const megapixels = defaultConfig('resnet152-1024');

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
  /** The three texts that this page comes from, each as it was written there, and the better way beside it. */
  'text-one-backward': { ...text, microBatch: 64, accumulation: 'one-backward' },
  'text-accumulate': text,
  'cifar-utilisation': { ...cifar, search: 'utilisation' },
  'cifar-planned': cifar,
  'megapixel-doubling': { ...megapixels, search: 'doubling' },
  'megapixel-planned': megapixels,
  /** Memory for time: the same curve in fewer slices. */
  'keep-all': { ...transformer, recomputation: 'none' },
  'recompute-blocks': { ...transformer, recomputation: 'blocks' },
  convnet: defaultConfig('fashion-convnet'),
  spam: defaultConfig('textrnn-spam'),
  charlm: transformer,
};
