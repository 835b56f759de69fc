import type { DeviceLimits } from '../../../../src/core/program/plan-report.ts';

/** WebGPU's default limits, with some replaced. */
export function deviceLimits(changes: Partial<DeviceLimits> = {}): DeviceLimits {
  return {
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
    ...changes,
  };
}
