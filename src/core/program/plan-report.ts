/**
 * The answer to "does this batch fit, and how is it cut?", in the form the page shows and the command line prints.
 */
import type { TrainingConfig } from '../config/training-config.ts';
import type { Failure } from '../failures.ts';
import type { BytesByKind } from './byte-kind.ts';

/** Why one micro-batch size was accepted or refused. */
export type SizeVerdict =
  | { readonly type: 'fits' }
  | { readonly type: 'over-budget'; readonly overBytes: number }
  | { readonly type: 'over-limit'; readonly limit: LimitName; readonly asked: number; readonly allowed: number }
  /** The plan fitted, the device refused to create its buffers. */
  | { readonly type: 'out-of-memory' };

export type LimitName = 'maxBufferSize' | 'maxStorageBufferBindingSize' | 'maxComputeWorkgroupsPerDimension';

/** The limits of a device that decide what can run on it. Sizes in bytes. */
export interface DeviceLimits {
  readonly maxBufferSize: number;
  readonly maxStorageBufferBindingSize: number;
  readonly maxComputeWorkgroupsPerDimension: number;
  readonly maxStorageBuffersPerShaderStage: number;
  readonly maxComputeInvocationsPerWorkgroup: number;
  readonly maxComputeWorkgroupSizeX: number;
  readonly maxComputeWorkgroupSizeY: number;
  readonly maxComputeWorkgroupSizeZ: number;
  readonly maxComputeWorkgroupStorageSize: number;
  readonly minStorageBufferOffsetAlignment: number;
  readonly minUniformBufferOffsetAlignment: number;
}

/** One step of the search, in the order it was taken. */
export interface ConsideredSize {
  /** Capacity asked: the largest slice. */
  readonly microBatch: number;
  /** Planned bytes of everything at that size; 0 where tracing already broke a limit. */
  readonly peakBytes: number;
  readonly verdict: SizeVerdict;
  /** Milliseconds spent on tracing and planning this size. */
  readonly planMs: number;
  /** Milliseconds it took on the device, where it was tried there; then no time is told for its plan. */
  readonly triedMs?: number;
}

/** Slices of equal size: `count` slices of `size` examples. */
export interface SliceGroup {
  readonly size: number;
  readonly count: number;
}

/** Live bytes over the commands of one slice; arrays have one entry a command. */
export interface SliceTimeline {
  /** Arena and persistent bytes live at each command, by kind. Values that share a buffer count while they are live. */
  readonly bytes: { readonly [K in keyof BytesByKind]: readonly number[] };
  readonly phases: readonly ('forward' | 'backward' | 'accumulate' | 'update')[];
  /** Name of the kernel at each command. */
  readonly labels: readonly string[];
  /** Index of the command with the most live bytes. */
  readonly peakCommand: number;
}

export interface FittingPlan {
  readonly verdict: 'fits';
  /** Largest micro-batch that fits, at most the batch. */
  readonly capacity: number;
  /** Largest slice actually run, after balancing. */
  readonly microBatch: number;
  readonly accumulationSteps: number;
  readonly slices: readonly SliceGroup[];
  /** Every byte the page will ask the device for. Equals the sum of `bytes`. */
  readonly peakBytes: number;
  readonly bytes: BytesByKind;
  /** Liveness lower bound of the same programs: what no assignment can go under. */
  readonly lowerBoundBytes: number;
  readonly largestBufferBytes: number;
  readonly largestBindingBytes: number;
  /** GPU dispatches of one slice. */
  readonly dispatches: number;
  readonly timeline: SliceTimeline;
  /** Examples a forward-only pass over the test set takes at once; 0 where there is no room for it beside training. */
  readonly evaluationMicroBatch: number;
}

export interface NotFittingPlan {
  readonly verdict: 'does-not-fit';
  /** Bytes of the smallest size allowed: one example, or the size that was fixed. */
  readonly peakBytes: number;
  readonly bytes: BytesByKind;
  /** Why, and what would help. */
  readonly failure: Failure;
}

export type PlanReport = (FittingPlan | NotFittingPlan) & {
  readonly config: TrainingConfig;
  /** One sentence: why it fits, or why not and what would help. */
  readonly reason: string;
  /** Examples in a full batch: the batch asked for, at most the data set. */
  readonly batch: number;
  /** Examples in an epoch's last update; equals `batch` when it divides the data set. */
  readonly lastBatch: number;
  readonly budgetBytes: number;
  /** The budget less the headroom asked for: what the plan may use. */
  readonly usableBytes: number;
  /** Bytes that do not depend on the micro-batch. */
  readonly fixedBytes: number;
  readonly bytesPerExample: number;
  readonly parameterCount: number;
  readonly limits: DeviceLimits;
  readonly considered: readonly ConsideredSize[];
  readonly planMs: number;
};
