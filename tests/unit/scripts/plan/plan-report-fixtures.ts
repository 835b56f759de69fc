import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import type { FittingPlan, NotFittingPlan, PlanReport } from '../../../../src/core/program/plan-report.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';

const MIB = 2 ** 20;

const shared = {
  config: defaultConfig('fashion-mlp'),
  batch: 512,
  lastBatch: 224,
  budgetBytes: 6 * MIB,
  usableBytes: 6 * MIB,
  fixedBytes: 4 * MIB,
  bytesPerExample: 10_240,
  parameterCount: 235_146,
  limits: DEFAULT_LIMITS,
  planMs: 41.6,
};

const BYTES = {
  parameters: MIB,
  accumulators: MIB,
  optimizer: 2 * MIB,
  activations: MIB,
  gradients: MIB / 2,
  inputs: MIB / 4,
  other: 1024,
};

/** Three slices of a batch of 512 in 6 MiB. */
export const FITTING_PLAN: PlanReport & FittingPlan = {
  ...shared,
  verdict: 'fits',
  reason: 'Batch 512 fits as 3 slices.',
  capacity: 187,
  microBatch: 171,
  accumulationSteps: 3,
  slices: [
    { size: 171, count: 2 },
    { size: 170, count: 1 },
  ],
  peakBytes: 5.75 * MIB + 1024,
  bytes: BYTES,
  lowerBoundBytes: 5.5 * MIB,
  largestBufferBytes: 802_816,
  largestBindingBytes: 802_816,
  dispatches: 43,
  timeline: {
    bytes: { parameters: [], accumulators: [], optimizer: [], activations: [], gradients: [], inputs: [], other: [] },
    phases: [],
    labels: [],
    peakCommand: 0,
  },
  evaluationMicroBatch: 320,
  considered: [
    { microBatch: 512, peakBytes: 9 * MIB, verdict: { type: 'over-budget', overBytes: 3 * MIB }, planMs: 20 },
    { microBatch: 187, peakBytes: 5.9 * MIB, verdict: { type: 'fits' }, planMs: 11.25 },
  ],
};

/** One example alone would need more than the device allows. */
export const NOT_FITTING_PLAN: PlanReport & NotFittingPlan = {
  ...shared,
  verdict: 'does-not-fit',
  reason: 'One example needs more than the largest buffer.',
  peakBytes: 5.75 * MIB + 1024,
  bytes: BYTES,
  failure: {
    code: 'over-limit',
    message: 'One example needs more than the largest buffer.',
    cause: 'The device allows buffers of 64 KiB.',
    remedy: 'Take a device with larger buffers.',
  },
  considered: [
    {
      microBatch: 1,
      peakBytes: 0,
      verdict: { type: 'over-limit', limit: 'maxBufferSize', asked: 1_048_576, allowed: 65_536 },
      planMs: 9,
    },
  ],
};
