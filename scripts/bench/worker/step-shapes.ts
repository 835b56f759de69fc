import type { BenchedStep, BenchedWorkload } from './contender.ts';

/** What an example of a workload is; the same as the engine's own workload says, which a test compares. */
export interface StepShape {
  readonly exampleShape: readonly number[];
  /** Tokens are int32, below this number; 0 for images, which are float32. */
  readonly tokens: number;
  readonly targetsPerExample: number;
  readonly classes: number;
}

const FASHION = { exampleShape: [28, 28, 1], tokens: 0, targetsPerExample: 1, classes: 10 } as const;

/** The time steps of a TextRNN are the scenario's own. Its padding, token 5,000, does not occur. */
export const STEP_SHAPES: Readonly<Record<BenchedWorkload, StepShape>> = {
  'fashion-mlp': FASHION,
  'fashion-convnet': FASHION,
  'textrnn-synthetic': { exampleShape: [1000], tokens: 5000, targetsPerExample: 1, classes: 20 },
  'cifar-resnet20': { exampleShape: [32, 32, 3], tokens: 0, targetsPerExample: 1, classes: 10 },
  charlm: { exampleShape: [128], tokens: 81, targetsPerExample: 128, classes: 81 },
};

export function stepShape({ workload, timeSteps }: Pick<BenchedStep, 'workload' | 'timeSteps'>): StepShape {
  const shape = STEP_SHAPES[workload];
  return timeSteps === undefined ? shape : { ...shape, exampleShape: [timeSteps] };
}
