import { RECOMPUTING_WORKLOADS } from '../core/config/config-table.ts';
import type { NormalizationId, RecomputationId, TrainingConfig, WorkloadId } from '../core/config/training-config.ts';
import type { DatasetId } from './datasets/load-dataset.ts';
import { MOBY_DICK_CHARACTERS } from './datasets/token-moby-dick.ts';
import { charLm } from './models/charlm.ts';
import { fashionConvnet } from './models/fashion-convnet.ts';
import { fashionMlp } from './models/fashion-mlp.ts';
import type { Model } from './models/model.ts';
import { resNet } from './models/res-net.ts';
import type { ResNetSizes } from './models/res-net-layers.ts';
import { textRnn } from './models/text-rnn.ts';

/** What trains: a model, the data set it learns from, and the shape of its examples. */
export interface Workload {
  readonly id: WorkloadId;
  /** Names the model among all of its settings: equal keys trace to equal programs. */
  readonly key: string;
  readonly model: Model;
  /** What the backward pass makes again; the default setting where it is left out. */
  readonly recomputation?: RecomputationId;
  readonly dataset: DatasetId;
  /** Shape of one example. */
  readonly exampleShape: readonly number[];
  /** Values of an image, or the ids of tokens. */
  readonly exampleType: 'float32' | 'int32';
  /** Predictions of an example, each with a label and a weight: 1 for a class, T where every token predicts the next. */
  readonly targetsPerExample: number;
  readonly classes: number;
  /** Examples to plan for: those of the data that comes with the page. */
  readonly trainExamples: number;
  readonly testExamples: number;
}

/** The settings that decide a workload's model. */
export type ModelSettings = Pick<TrainingConfig, 'workload' | 'normalization' | 'recomputation' | 'timeSteps'>;

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

/** Characters that the language model sees at once. */
const CONTEXT = 128;

/** Residual networks, all of square images in colour. */
const RES_NETS = {
  'cifar-resnet20': { block: 'basic', blocks: [3, 3, 3], widths: [16, 32, 64], imageSize: 32, classes: 10 },
  'cifar-resnet50': { ...bottleneckStages([3, 4, 6, 3]), imageSize: 32, classes: 10 },
  'resnet152-224': { ...bottleneckStages([3, 8, 36, 3]), imageSize: 224, classes: 1000 },
  'resnet152-1024': { ...bottleneckStages([3, 8, 36, 3]), imageSize: 1024, classes: 1000 },
} as const satisfies Partial<Record<WorkloadId, Omit<ResNetSizes, 'normalization'>>>;

type ResNetId = keyof typeof RES_NETS;

/** The stand-in's examples: Fashion-MNIST's, which are learnt from until a person gives CIFAR-10. */
const CIFAR_10 = {
  dataset: 'cifar-10',
  trainExamples: FASHION_MNIST.trainExamples,
  testExamples: FASHION_MNIST.testExamples,
} as const;
const GENERATED = { trainExamples: 1_000_000, testExamples: 10_000 } as const;

const RES_NET_DATA = {
  'cifar-resnet20': CIFAR_10,
  'cifar-resnet50': CIFAR_10,
  'resnet152-224': { dataset: 'generated-images-224', ...GENERATED },
  'resnet152-1024': { dataset: 'generated-images-1024', ...GENERATED },
} as const satisfies Record<ResNetId, Pick<Workload, 'dataset' | 'trainExamples' | 'testExamples'>>;

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
  'cifar-resnet20': resNetWorkload('cifar-resnet20', 'batch'),
  'cifar-resnet50': resNetWorkload('cifar-resnet50', 'batch'),
  'resnet152-224': resNetWorkload('resnet152-224', 'batch'),
  'resnet152-1024': resNetWorkload('resnet152-1024', 'batch'),
  charlm: {
    id: 'charlm',
    key: 'charlm',
    model: charLm({ vocabulary: MOBY_DICK_CHARACTERS.length, layers: 4, width: 128, heads: 4, context: CONTEXT }),
    dataset: 'moby-dick',
    exampleShape: [CONTEXT],
    exampleType: 'int32',
    targetsPerExample: CONTEXT,
    classes: MOBY_DICK_CHARACTERS.length,
    trainExamples: 8_638,
    testExamples: 730,
  },
};

/** Where the normalisation is not the one in WORKLOADS. */
const GROUP_NORMALIZED: Readonly<Partial<Record<WorkloadId, Workload>>> = {
  'cifar-resnet20': resNetWorkload('cifar-resnet20', 'group'),
  'cifar-resnet50': resNetWorkload('cifar-resnet50', 'group'),
  'resnet152-224': resNetWorkload('resnet152-224', 'group'),
  'resnet152-1024': resNetWorkload('resnet152-1024', 'group'),
};

const CUT_TO_TIME_STEPS: readonly WorkloadId[] = ['textrnn-synthetic', 'textrnn-spam'];

/** The workload of a configuration. */
export function workloadOf({ workload, normalization, recomputation, timeSteps }: ModelSettings): Workload {
  const chosen = (normalization === 'group' ? GROUP_NORMALIZED[workload] : undefined) ?? WORKLOADS[workload];
  if (CUT_TO_TIME_STEPS.includes(workload)) return cutTo(chosen, timeSteps);
  return RECOMPUTING_WORKLOADS.includes(workload) ? recomputing(chosen, recomputation) : chosen;
}

function recomputing(workload: Workload, recomputation: RecomputationId): Workload {
  return { ...workload, key: `${workload.key} ${recomputation}`, recomputation };
}

/** The same model over documents of `timeSteps` words: its parameters do not depend on how many there are. */
function cutTo(workload: Workload, timeSteps: number): Workload {
  return { ...workload, key: `${workload.key} ${timeSteps}`, exampleShape: [timeSteps] };
}

function resNetWorkload(id: ResNetId, normalization: NormalizationId): Workload {
  const sizes = RES_NETS[id];
  return {
    id,
    key: `${id} ${normalization}`,
    model: resNet({ ...sizes, normalization }),
    exampleShape: [sizes.imageSize, sizes.imageSize, 3],
    exampleType: 'float32',
    targetsPerExample: 1,
    classes: sizes.classes,
    ...RES_NET_DATA[id],
  };
}

/** ImageNet's four stages of bottlenecks. */
function bottleneckStages(blocks: readonly number[]) {
  return { block: 'bottleneck', blocks, widths: [64, 128, 256, 512] } as const;
}
