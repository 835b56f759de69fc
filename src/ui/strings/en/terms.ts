import type { ByteKind } from '../../../core/program/byte-kind.ts';
import type { TrainingPhase } from '../../../core/training-phase.ts';

/** A thing on the page and what it is, shown on hover or focus. */
export interface Term {
  readonly name: string;
  readonly explanation: string;
}

export const kindStrings: Record<ByteKind, Term> = {
  parameters: { name: 'Parameters', explanation: 'The model’s weights. Their size does not depend on the batch.' },
  accumulators: {
    name: 'Gradient sum',
    explanation: 'The running sum of gradients, as large as the parameters. This is the price of accumulating.',
  },
  optimizer: {
    name: 'Optimizer',
    explanation: 'What the optimizer remembers between updates: momentum and variance for each weight.',
  },
  activations: {
    name: 'Activations',
    explanation: 'Values made by the forward pass and kept for the backward pass. They grow with the micro-batch.',
  },
  gradients: {
    name: 'Gradients in flight',
    explanation: 'Values made by the backward pass, alive only inside one slice, then added to the sum and released.',
  },
  inputs: { name: 'Inputs', explanation: 'Images, labels and weights of one slice.' },
  other: {
    name: 'Other',
    explanation: 'Uniforms, constants, the read-back buffer, and what buffer sizes are rounded up by.',
  },
};

export const termStrings = {
  phases: {
    idle: 'Ready',
    loading: 'Loading data',
    searching: 'Searching the micro-batch',
    compiling: 'Compiling pipelines',
    training: 'Training',
    paused: 'Paused',
    evaluating: 'Evaluating',
    finished: 'Finished',
    stopped: 'Stopped',
    failed: 'Failed',
  } satisfies Record<TrainingPhase, string>,
  slicePhases: { forward: 'Forward', backward: 'Backward', accumulate: 'Accumulate', update: 'Update' },
  sliceStates: { done: 'in the sum', running: 'running', waiting: 'waiting' },
  batch: 'Batch',
  microBatch: 'Micro-batch',
  accumulationSteps: 'Accumulation steps',
  update: 'Update',
  epoch: 'Epoch',
  budget: 'Budget',
  peak: 'Peak',
  headroom: 'Headroom',
  allocated: 'Allocated by this page',
};
