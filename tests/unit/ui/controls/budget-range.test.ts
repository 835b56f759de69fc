import { describe, expect, it } from 'vitest';
import { budgetPresetsMiB } from '../../../../src/core/config/budget-presets.ts';
import { CONFIG_TABLE } from '../../../../src/core/config/config-table.ts';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import { WORKLOAD_IDS } from '../../../../src/core/config/training-config.ts';
import type { DeviceLimits } from '../../../../src/core/program/plan-report.ts';
import { budgetRange } from '../../../../src/ui/controls/budget-range.ts';

const LIMITS: DeviceLimits = {
  maxBufferSize: 4 * 2 ** 30,
  maxStorageBufferBindingSize: 128 * 2 ** 20,
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

describe('range of the budget slider', () => {
  it('ends at the largest buffer the device allows', () => {
    expect(budgetRange('fashion-mlp', LIMITS)).toEqual({ from: 1, to: 4096 });
  });

  it('reaches the largest preset and the workload’s own budget, on a small device and before a device is known', () => {
    for (const workload of WORKLOAD_IDS) {
      for (const limits of [undefined, { ...LIMITS, maxBufferSize: 256 * 2 ** 20 }]) {
        const { to } = budgetRange(workload, limits);
        expect(to).toBeGreaterThanOrEqual(Math.max(...budgetPresetsMiB(workload)));
        expect(to).toBeGreaterThanOrEqual(defaultConfig(workload).budgetMiB);
      }
    }
  });

  it('never offers more than the setting takes', () => {
    const { to } = budgetRange('fashion-mlp', { ...LIMITS, maxBufferSize: 2 ** 50 });
    expect(to).toBe(CONFIG_TABLE.budgetMiB.maximum);
  });
});
