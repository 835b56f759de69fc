import type { DeviceLimits } from '../../core/program/plan-report.ts';

/**
 * Limits assumed where there is no device to ask: what Chrome reports on recent desktop GPUs
 * (buffers up to 4 GiB, bindings up to 2 GiB − 4), other values as the WebGPU specification guarantees them.
 */
export const DEFAULT_LIMITS: DeviceLimits = {
  maxBufferSize: 4 * 2 ** 30,
  maxStorageBufferBindingSize: 2 * 2 ** 30 - 4,
  maxComputeWorkgroupsPerDimension: 65_535,
  maxStorageBuffersPerShaderStage: 10,
  maxComputeInvocationsPerWorkgroup: 1024,
  maxComputeWorkgroupSizeX: 1024,
  maxComputeWorkgroupSizeY: 1024,
  maxComputeWorkgroupSizeZ: 64,
  maxComputeWorkgroupStorageSize: 32_768,
  minStorageBufferOffsetAlignment: 256,
  minUniformBufferOffsetAlignment: 256,
};
