import { describe, expect, it } from 'vitest';
import { budgetPresetsMiB } from '../../../../src/core/config/budget-presets.ts';
import { CONFIG_TABLE } from '../../../../src/core/config/config-table.ts';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import { WORKLOAD_IDS } from '../../../../src/core/config/training-config.ts';

describe('budgets to choose from', () => {
  it.each(WORKLOAD_IDS)('%s: rise, are valid, and contain the workload’s own', (workload) => {
    const presets = budgetPresetsMiB(workload);
    expect(presets).toEqual([...new Set(presets)].sort((a, b) => a - b));
    expect(presets).toContain(defaultConfig(workload).budgetMiB);
    for (const budget of presets) {
      expect(budget).toBeGreaterThanOrEqual(CONFIG_TABLE.budgetMiB.minimum);
      expect(budget).toBeLessThanOrEqual(CONFIG_TABLE.budgetMiB.maximum);
    }
  });

  it('reach from a quarter of the workload’s own to eight times', () => {
    expect(budgetPresetsMiB('fashion-convnet')).toEqual([3, 6, 12, 24, 48, 96]);
    expect(budgetPresetsMiB('cifar-resnet50')).toEqual([80, 160, 320, 640, 1280, 2560]);
    expect(budgetPresetsMiB('resnet152-1024')).toEqual([6, 12, 24, 48, 96, 192].map((gib) => gib * 1024));
  });

  it('are few and small for the default workload, whose whole batch fits in 8 MiB', () => {
    expect(budgetPresetsMiB('fashion-mlp')).toEqual([4, 4.75, 6, 8, 16, 64, 1024]);
  });
});
