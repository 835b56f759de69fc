import type { WorkloadId } from '../core/config/training-config.ts';
import { fashionConvnet } from './models/fashion-convnet.ts';
import { fashionMlp } from './models/fashion-mlp.ts';
import type { Model } from './models/model.ts';

/** What trains: a model, the shape of its examples and the size of its data set. */
export interface Workload {
  readonly id: WorkloadId;
  readonly model: Model;
  /** Shape of one example; float32. */
  readonly exampleShape: readonly number[];
  readonly classes: number;
  readonly trainExamples: number;
  readonly testExamples: number;
}

const FASHION_MNIST = { exampleShape: [28, 28, 1], classes: 10, trainExamples: 12_000, testExamples: 2_000 } as const;

export const WORKLOADS: Readonly<Record<WorkloadId, Workload>> = {
  'fashion-mlp': { id: 'fashion-mlp', model: fashionMlp, ...FASHION_MNIST },
  'fashion-convnet': { id: 'fashion-convnet', model: fashionConvnet, ...FASHION_MNIST },
};
