import type { ConfigKey } from '../../../core/config/config-field.ts';
import type { PresetId } from '../../../core/config/presets.ts';
import type {
  AccumulationId,
  NormalizationId,
  OptimizerId,
  RecomputationId,
  ScheduleId,
  SearchId,
  WorkloadId,
} from '../../../core/config/training-config.ts';

export interface ControlText {
  readonly label: string;
  /** What it is and what moving it does, shown beside the control on request. */
  readonly explanation: string;
}

const fields: Record<ConfigKey, ControlText> = {
  workload: { label: 'Workload', explanation: 'The model and the data it learns from.' },
  batchSize: {
    label: 'Batch size',
    explanation:
      'Examples the optimizer sees at each update. Larger batches give smoother gradients and need more memory at once, ' +
      'unless they are cut. Cutting never changes it.',
  },
  microBatch: {
    label: 'Micro-batch',
    explanation:
      'Examples on the device at once. Automatic takes the largest that fits the budget, then balances the slices. A size ' +
      'you fix is never changed: if it does not fit, the run stops and says so.',
  },
  budgetMiB: {
    label: 'Memory budget',
    explanation:
      'The most this page may allocate on the device: parameters, gradient sum, optimizer, activations, inputs, everything. ' +
      'Lower it and the batch is cut into more slices; the result stays the same.',
  },
  search: {
    label: 'Search',
    explanation:
      'How the micro-batch is found. Planned computes the bytes of a few sizes and runs none. The others are the ways of ' +
      'other tools: when a run starts they try sizes on the device, one slice each, until they know enough.',
  },
  accumulation: {
    label: 'Way to accumulate',
    explanation:
      'Accumulate runs each slice forward and backward and adds its gradient to a sum: the memory of one slice. One backward ' +
      'adds up the losses of all slices and runs a single backward at the end: the same gradient, but every slice’s ' +
      'activations have to wait for it, so memory grows with the batch again. Full batch does not cut at all.',
  },
  headroom: {
    label: 'Headroom',
    explanation: 'Share of the budget left free, for what else uses the GPU. The plan stays under the rest.',
  },
  weather: {
    label: 'Memory weather',
    explanation:
      'A budget that changes while the run trains, written down beforehand: steps, ramps, spikes, a lost device, failing ' +
      'allocations. Part of the link, so the same storm can be sent over any run.',
  },
  optimizer: {
    label: 'Optimizer',
    explanation:
      'The rule that turns a gradient into an update. Adam and AdamW remember two numbers for each weight, momentum one, ' +
      'plain SGD none: watch the planned bytes.',
  },
  learningRate: {
    label: 'Learning rate',
    explanation: 'How far one update goes. Too small is slow; too large diverges.',
  },
  schedule: {
    label: 'Schedule',
    explanation:
      'How the learning rate changes over the run. It advances once per update, never per slice; otherwise cutting the ' +
      'batch would change the training.',
  },
  warmUpUpdates: {
    label: 'Warm-up',
    explanation: 'Updates over which the learning rate rises from 0 to its full value.',
  },
  momentum: { label: 'Momentum', explanation: 'Share of the previous step carried into the next.' },
  beta1: { label: 'Beta 1', explanation: 'Decay of Adam’s running mean of the gradient.' },
  beta2: { label: 'Beta 2', explanation: 'Decay of Adam’s running mean of the squared gradient.' },
  epsilon: { label: 'Epsilon', explanation: 'Keeps Adam from dividing by zero.' },
  l2: {
    label: 'L2 penalty',
    explanation: 'Adds this share of each weight to its gradient, which pulls weights toward zero. Once per update.',
  },
  weightDecay: {
    label: 'Weight decay',
    explanation:
      'AdamW shrinks each weight by this share times the learning rate, apart from the gradient. Once per update.',
  },
  clipNorm: {
    label: 'Gradient clipping',
    explanation:
      'Largest global norm of the finished gradient sum; 0 means none. Clipping each slice would give another result, so it ' +
      'happens once, on the sum.',
  },
  dropout: {
    label: 'Dropout',
    explanation:
      'Share of hidden units switched off at random while training. The choice depends on seed, update, layer and example, ' +
      'not on the slice: cutting the batch keeps it the same.',
  },
  normalization: {
    label: 'Normalisation',
    explanation:
      'Batch normalisation takes mean and variance over a slice, so cutting the batch changes the training a little, and a ' +
      'slice needs two examples. Group normalisation looks at each example alone: any cut gives the same curve.',
  },
  recomputation: {
    label: 'Recomputation',
    explanation:
      'The backward pass needs what the forward pass made. It can find it kept, or make it again: the inputs of layers ' +
      'alone, or whole blocks by a second forward pass. Same curve, to the bit. Times and bytes were ' +
      'measured against keeping all, on a software adapter.',
  },
  timeSteps: {
    label: 'Time steps',
    explanation:
      'Words of a document that the network reads, one after another; longer documents are cut, shorter ones padded. Memory ' +
      'and time of an example grow with it.',
  },
  lengthUnit: { label: 'Unit of length', explanation: 'Count the run in updates or in passes over the data.' },
  length: { label: 'Length', explanation: 'Updates or epochs until the run ends.' },
  evaluateEvery: {
    label: 'Evaluate every',
    explanation: 'Updates between two passes over the test set; 0 evaluates at the end only.',
  },
  testExamples: {
    label: 'Test examples',
    explanation: 'Most examples of the test set that an evaluation uses, always the same ones; 0 evaluates nothing.',
  },
  seed: {
    label: 'Seed',
    explanation:
      'Decides initial weights, order of examples and dropout. Same seed, same losses, up to rounding, whatever the budget.',
  },
};

/** Workloads in the order and under the headings in which the page offers them. */
const workloadGroups: readonly { readonly title: string; readonly workloads: readonly WorkloadId[] }[] = [
  { title: 'Images', workloads: ['fashion-mlp', 'fashion-convnet', 'cifar-resnet20', 'cifar-resnet50'] },
  { title: 'Text', workloads: ['textrnn-spam', 'textrnn-synthetic', 'charlm'] },
  { title: 'Large', workloads: ['resnet152-224', 'resnet152-1024'] },
];

const workloads: Record<WorkloadId, { readonly name: string; readonly about: string }> = {
  'fashion-mlp': { name: 'Fashion-MNIST · MLP', about: '784-256-128-10, ReLU: 235,146 parameters' },
  'fashion-convnet': {
    name: 'Fashion-MNIST · convnet',
    about: 'two convolutions, two dense layers: 111,386 parameters',
  },
  'textrnn-synthetic': {
    name: 'Random tokens · TextRNN',
    about: 'bidirectional GRU over 1,000 time steps, 20 classes: 2,110,720 parameters',
  },
  'textrnn-spam': {
    name: 'Spam or ham · TextRNN',
    about: 'bidirectional GRU over e-mails of up to 1,000 words: 2,103,502 parameters',
  },
  'cifar-resnet20': { name: 'CIFAR-10 · ResNet-20', about: 'residual network of CIFAR: 269,722 parameters' },
  'cifar-resnet50': { name: 'CIFAR-10 · ResNet-50', about: 'ImageNet’s network, 10 classes: 23,528,522 parameters' },
  'resnet152-224': {
    name: 'Generated images · ResNet-152',
    about: '224 × 224 pixels, 1,000 classes: 60,192,808 parameters',
  },
  'resnet152-1024': {
    name: 'Megapixel images · ResNet-152',
    about: '1,024 × 1,024 pixels, 12 MiB an example: 60,192,808 parameters',
  },
  charlm: {
    name: 'Moby-Dick · transformer',
    about: 'predicts the next of 128 characters, 4 layers: 830,464 parameters',
  },
};

const optimizers: Record<OptimizerId, string> = {
  adam: 'Adam',
  adamw: 'AdamW',
  sgd: 'SGD',
  momentum: 'SGD with momentum',
};

const accumulations: Record<AccumulationId, string> = {
  accumulate: 'Accumulate',
  'one-backward': 'One backward',
  'full-batch': 'Full batch',
};

const searches: Record<SearchId, string> = {
  planned: 'Planned',
  doubling: 'Doubling',
  utilisation: 'Utilisation',
  halving: 'Halving',
  'shrink-by-tenth': 'Shrink by 10\u00a0%',
  power: 'Powers of two',
  bisect: 'Bisection',
};

const schedules: Record<ScheduleId, string> = {
  constant: 'Constant',
  'warm-up': 'Warm-up',
  cosine: 'Cosine',
};

const normalizations: Record<NormalizationId, string> = {
  batch: 'Batch',
  group: 'Group',
};

const recomputations: Record<RecomputationId, string> = {
  none: 'None',
  layers: 'Layer inputs',
  blocks: 'Whole blocks',
};

/** Against keeping all; measured by `npm run bench -- --only recompute`. */
const recomputationPrices: Record<RecomputationId, string> = {
  none: 'Keeps all activations for the backward pass: the least time, the most bytes.',
  layers: 'Takes 1 to 3\u00a0% more time, and 22 to 32\u00a0% fewer bytes for activations.',
  blocks: 'Takes about 25\u00a0% more time, and 63 to 73\u00a0% fewer bytes for activations.',
};

const experiments: Record<PresetId, string> = {
  'three-slices': 'A batch that has to be cut',
  'whole-batch': 'The whole batch at once',
  tight: 'A tight budget, many slices',
  'too-tight': 'A budget that holds nothing',
  'huge-batch': 'A batch of 8,192 in 6 MiB',
  'adam-memory': 'What Adam costs in memory',
  'sgd-memory': 'The same with plain SGD',
  'text-one-backward': 'TextRNN: one backward',
  'text-accumulate': 'TextRNN: slice by slice',
  'cifar-utilisation': 'ResNet-50: aim at 60–80\u00a0%',
  'cifar-planned': 'ResNet-50: planned',
  'megapixel-doubling': 'Megapixels: doubling',
  'megapixel-planned': 'Megapixels: planned',
  'keep-all': 'A transformer that keeps all',
  'recompute-blocks': 'The same: blocks made again',
  convnet: 'A convnet',
  spam: 'A TextRNN that finds spam',
  charlm: 'A transformer on Moby-Dick',
};

const experimentGroups: readonly { readonly title: string; readonly presets: readonly PresetId[] }[] = [
  {
    title: 'One batch, other budgets',
    presets: ['three-slices', 'whole-batch', 'tight', 'too-tight', 'huge-batch'],
  },
  { title: 'What an optimizer costs', presets: ['adam-memory', 'sgd-memory'] },
  {
    title: 'As others did it, and the better way',
    presets: [
      ...(['text-one-backward', 'text-accumulate', 'cifar-utilisation', 'cifar-planned'] as const),
      ...(['megapixel-doubling', 'megapixel-planned'] as const),
    ],
  },
  { title: 'Memory for time', presets: ['keep-all', 'recompute-blocks'] },
  { title: 'Other networks', presets: ['convnet', 'spam', 'charlm'] },
];

export const controlStrings = {
  fields,
  workloads,
  workloadGroups,
  optimizers,
  searches,
  schedules,
  accumulations,
  normalizations,
  recomputations,
  recomputationPrices,
  experiments,
  experimentGroups,
  experiment: 'Try',
  experimentExplanation: 'Settings that each show one thing. Choosing one fills in the form.',
  ownSettings: 'Your own settings',
  about: (label: string) => `About ${label.toLowerCase()}`,
  slider: (label: string) => `${label}, slider`,
  more: 'More settings',
  less: 'Fewer settings',
  updates: 'Updates',
  epochs: 'Epochs',
  automatic: 'Automatic',
  fixed: 'Fixed',
  newSeed: 'Another seed',
  presets: 'Budgets to choose from',
  wholeData: (examples: string) => `The data has ${examples} examples: a batch takes all of them, not more.`,
  smallestBudget: (budget: string) => `Set ${budget}`,
  smallestBudgetOf: (budget: string) => `Set the budget to ${budget}`,
  accumulateInstead: 'Accumulate instead',
  restoreDefaults: 'Restore defaults',
  page: {
    title: 'While it trains',
    lead: 'For this browser: in no link and no file.',
    smooth: 'Keep the page smooth',
    smoothHint:
      'The GPU works in bursts of about a frame and rests as long after each. Training takes about twice as long, with the ' +
      'same numbers.',
    screen: 'Keep the screen on',
    screenHint: 'Otherwise a phone or laptop may fall asleep in the middle of a run. It costs battery.',
    screenStates: {
      idle: '',
      held: 'The screen stays on until the run pauses or ends.',
      unsupported: 'This browser cannot keep the screen on here.',
      refused: 'The browser refused: often because the battery is low. The screen may turn off.',
    },
  },
  mustBe: (label: string, allowed: string) => `${label} must be ${allowed}.`,
};
