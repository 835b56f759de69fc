import { WORKLOAD_IDS } from '../../../../src/core/config/training-config.ts';

/** Workloads that trace in milliseconds. Residual networks have tests of their own, at one size each. */
export const QUICK_WORKLOADS = WORKLOAD_IDS.filter((workload) => !workload.includes('resnet'));
