import type { RecomputationId } from '../../../src/core/config/training-config.ts';
import type { MemoryFigures } from './plan-figures.ts';

/** Workloads that both sides can train. */
export const BENCHED_WORKLOADS = [
  'fashion-mlp',
  'fashion-convnet',
  'textrnn-synthetic',
  'cifar-resnet20',
  'charlm',
] as const;
export type BenchedWorkload = (typeof BENCHED_WORKLOADS)[number];

/** What both sides train: one slice that is the whole batch, then one update by Adam. */
export interface BenchedStep {
  readonly workload: BenchedWorkload;
  readonly microBatch: number;
  /** Time steps of a TextRNN. */
  readonly timeSteps?: number;
  /** The workload's own where it is left out. */
  readonly recomputation?: RecomputationId;
}

/** One step's times. The device is idle before and after it. */
export interface StepTimes {
  /** JavaScript from inputs that are on the device to the last submit; waits for the device are not in it. */
  readonly javaScriptMs: number;
  /** The same, with handing the inputs over to the device. */
  readonly javaScriptWithInputsMs: number;
  /** From before the inputs are handed over to when the device has done all work. */
  readonly wholeMs: number;
}

export interface StepResult extends StepTimes {
  /** Loss of the batch before the update. */
  readonly loss: number;
}

/** What only a plan knows of a step's memory and work. */
export interface PlanFigures extends MemoryFigures {
  /** Dispatches of slice and update. */
  readonly dispatches: number;
}

/** A trainer of one benched step on its own device; it has made no step yet. Adapter and errors are its own business. */
export interface Contender {
  /** A step whose submits are not cut by time. Throws where the device has reported an error. */
  step(): Promise<StepResult>;
  /** The same in submits cut by measured time, as the page makes them; absent where that is never done. */
  cutStep?(): Promise<StepResult>;
  /** Absent where nothing is planned. */
  readonly plan?: PlanFigures;
  /** Bytes it believes to have allocated, where it counts them itself. */
  countedBytes?(): number;
}

/** Numbers that both sides use, so that their losses can be compared. */
export const BENCH_SEED = 1;
export const BENCH_ADAM = { learningRate: 1e-3, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 } as const;
