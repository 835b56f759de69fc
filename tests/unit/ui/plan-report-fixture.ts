import { defaultConfig } from '../../../src/core/config/default-config.ts';
import { BYTE_KINDS, type BytesByKind } from '../../../src/core/program/byte-kind.ts';
import type {
  ConsideredSize,
  DeviceLimits,
  FittingPlan,
  PlanReport,
  SliceTimeline,
} from '../../../src/core/program/plan-report.ts';

/** Every kind the same number of bytes, unless it is named. */
export function bytesByKind(each: number, named: Partial<BytesByKind> = {}): BytesByKind {
  return {
    parameters: each,
    accumulators: each,
    optimizer: each,
    activations: each,
    gradients: each,
    inputs: each,
    other: each,
    ...named,
  };
}

/** A slice of `commands` commands, the first `forward` of them forward; activations rise by one byte, then fall. */
export function sliceTimeline(commands: number, forward: number): SliceTimeline {
  const activations = Array.from({ length: commands }, (_, index) =>
    index < forward ? 10 + index : 10 + 2 * forward - index,
  );
  const flat = Array.from({ length: commands }, () => 5);
  return {
    bytes: {
      parameters: flat,
      accumulators: flat,
      optimizer: flat,
      activations,
      gradients: flat,
      inputs: flat,
      other: flat,
    },
    phases: Array.from({ length: commands }, (_, index) => (index < forward ? 'forward' : 'backward')),
    labels: Array.from({ length: commands }, (_, index) => `Kernel${index}`),
    peakCommand: activations.indexOf(Math.max(...activations)),
  };
}

export const LIMITS: DeviceLimits = {
  maxBufferSize: 268_435_456,
  maxStorageBufferBindingSize: 134_217_728,
  maxComputeWorkgroupsPerDimension: 65_535,
  maxStorageBuffersPerShaderStage: 8,
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupSizeX: 256,
  maxComputeWorkgroupSizeY: 256,
  maxComputeWorkgroupSizeZ: 64,
  maxComputeWorkgroupStorageSize: 16_384,
  minStorageBufferOffsetAlignment: 256,
  minUniformBufferOffsetAlignment: 256,
};

export const CONSIDERED: readonly ConsideredSize[] = [
  { microBatch: 512, peakBytes: 1200, verdict: { type: 'over-budget', overBytes: 200 }, planMs: 3 },
  { microBatch: 1, peakBytes: 500, verdict: { type: 'fits' }, planMs: 3 },
  { microBatch: 171, peakBytes: 990, verdict: { type: 'fits' }, planMs: 3 },
];

/** A plan that fits: 512 = 171 + 171 + 170 in 1,000 bytes. */
export function planReport(change: Partial<PlanReport & FittingPlan> = {}): PlanReport & FittingPlan {
  const bytes = bytesByKind(100);
  return {
    verdict: 'fits',
    config: defaultConfig('fashion-mlp'),
    reason: 'It fits.',
    batch: 512,
    lastBatch: 224,
    budgetBytes: 1000,
    usableBytes: 1000,
    fixedBytes: 497,
    bytesPerExample: 3,
    parameterCount: 10,
    limits: LIMITS,
    considered: CONSIDERED,
    planMs: 9,
    capacity: 171,
    microBatch: 171,
    accumulationSteps: 3,
    slices: [
      { size: 171, count: 2 },
      { size: 170, count: 1 },
    ],
    peakBytes: BYTE_KINDS.length * 100,
    bytes,
    lowerBoundBytes: 690,
    largestBufferBytes: 300,
    largestBindingBytes: 300,
    dispatches: 43,
    timeline: sliceTimeline(43, 20),
    evaluationMicroBatch: 200,
    ...change,
  };
}
