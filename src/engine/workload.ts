import type { TrainingConfig, WorkloadId } from '../core/config/training-config.ts';
import type { DatasetId } from './datasets/load-dataset.ts';
import { fashionConvnet } from './models/fashion-convnet.ts';
import { fashionMlp } from './models/fashion-mlp.ts';
import type { Model } from './models/model.ts';
import { textRnn } from './models/text-rnn.ts';

/** What trains: a model, the data set it learns from, and the shape of its examples. */
export interface Workload {
  readonly id: WorkloadId;
  /** Names the model among all of its settings: equal keys trace to equal programs. */
  readonly key: string;
  readonly model: Model;
  readonly dataset: DatasetId;
  /** Shape of one example. */
  readonly exampleShape: readonly number[];
  /** Values of an image, or the ids of tokens. */
  readonly exampleType: 'float32' | 'int32';
  /** Predictions of an example, each with a label and a weight: 1 for a class, T where every token predicts the next. */
  readonly targetsPerExample: number;
  readonly classes: number;
  /** Examples to plan for until the data set itself is there. */
  readonly trainExamples: number;
  readonly testExamples: number;
}

/** The settings that decide a workload's model. */
export type ModelSettings = Pick<TrainingConfig, 'workload'>;

const FASHION_MNIST = {
  dataset: 'fashion-mnist',
  exampleShape: [28, 28, 1],
  exampleType: 'float32',
  targetsPerExample: 1,
  classes: 10,
  trainExamples: 12_000,
  testExamples: 2_000,
} as const;

const TOKENS = { exampleShape: [1000], exampleType: 'int32', targetsPerExample: 1 } as const;

export const WORKLOADS: Readonly<Record<WorkloadId, Workload>> = {
  'fashion-mlp': { id: 'fashion-mlp', key: 'fashion-mlp', model: fashionMlp, ...FASHION_MNIST },
  'fashion-convnet': { id: 'fashion-convnet', key: 'fashion-convnet', model: fashionConvnet, ...FASHION_MNIST },
  'textrnn-synthetic': {
    id: 'textrnn-synthetic',
    key: 'textrnn-synthetic',
    model: textRnn({ classes: 20 }),
    dataset: 'synthetic-tokens',
    ...TOKENS,
    classes: 20,
    trainExamples: 10_000,
    testExamples: 1_000,
  },
  'textrnn-spam': {
    id: 'textrnn-spam',
    key: 'textrnn-spam',
    model: textRnn({ classes: 2 }),
    dataset: 'spam-assassin',
    ...TOKENS,
    classes: 2,
    trainExamples: 4_653,
    testExamples: 1_131,
  },
};

/** The workload of a configuration. */
export function workloadOf({ workload }: ModelSettings): Workload {
  return WORKLOADS[workload];
}
