/** Workloads that both sides can train. */
export const BENCHED_WORKLOADS = ['fashion-mlp', 'fashion-convnet'] as const;
export type BenchedWorkload = (typeof BENCHED_WORKLOADS)[number];

/** What both sides train: one slice that is the whole batch, then one update by Adam. */
export interface BenchedStep {
  readonly workload: BenchedWorkload;
  readonly microBatch: number;
  /**
   * Whether the engine cuts its submits by measured time, as it does in the page. Without, a step is two submits: what
   * remains of the cutting on a GPU where a step takes a few milliseconds.
   */
  readonly paced: boolean;
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
export interface PlanFigures {
  /** Dispatches of slice and update. */
  readonly dispatches: number;
  readonly peakBytes: number;
  readonly lowerBoundBytes: number;
  readonly arenaBytes: number;
  readonly arenaLowerBoundBytes: number;
}

/** A trainer of one benched step on its own device; it has made no step yet. Adapter and errors are its own business. */
export interface Contender {
  /** Throws where the device has reported an error. */
  step(): Promise<StepResult>;
  /** Absent where nothing is planned. */
  readonly plan?: PlanFigures;
  /** Bytes it believes to have allocated, where it counts them itself. */
  countedBytes?(): number;
}

/** Numbers that both sides use, so that their losses can be compared. */
export const BENCH_SEED = 1;
export const BENCH_ADAM = { learningRate: 1e-3, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 } as const;
