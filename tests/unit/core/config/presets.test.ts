import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { trainingConfigSchema } from '../../../../src/core/config/config-schema.ts';
import { configFromSearch, configToSearch } from '../../../../src/core/config/config-url.ts';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import { PRESET_IDS, PRESETS } from '../../../../src/core/config/presets.ts';

describe('presets', () => {
  it.each(PRESET_IDS)('%s: is valid, and its link gives it back', (id) => {
    expect(v.parse(trainingConfigSchema, PRESETS[id])).toEqual(PRESETS[id]);
    expect(configFromSearch(configToSearch(PRESETS[id])).config).toEqual(PRESETS[id]);
  });

  it('has a configuration for each id, and no two alike', () => {
    expect(Object.keys(PRESETS)).toEqual([...PRESET_IDS]);
    expect(new Set(Object.values(PRESETS).map(configToSearch)).size).toBe(PRESET_IDS.length);
  });

  it('begins with the default configuration', () => {
    expect(PRESETS['three-slices']).toEqual(defaultConfig('fashion-mlp'));
  });

  it('too-tight: cannot hold the parameters, their gradient sum and Adam’s two slots', () => {
    const fixedMiB = (4 * 4 * 235_146) / 2 ** 20;
    expect(PRESETS['too-tight'].budgetMiB).toBeLessThan(fixedMiB);
    expect(PRESETS.tight.budgetMiB).toBeGreaterThan(fixedMiB);
  });

  it('compares optimizers under the same batch and budget', () => {
    const { batchSize, budgetMiB } = PRESETS['adam-memory'];
    expect(PRESETS['sgd-memory']).toMatchObject({ batchSize, budgetMiB, optimizer: 'sgd' });
  });

  it('shows what the three texts did beside the better way, with nothing else changed', () => {
    expect(PRESETS['text-one-backward']).toEqual({
      ...PRESETS['text-accumulate'],
      ...{ microBatch: 64, accumulation: 'one-backward' },
    });
    expect(PRESETS['cifar-utilisation']).toEqual({ ...PRESETS['cifar-planned'], search: 'utilisation' });
    expect(PRESETS['megapixel-doubling']).toEqual({ ...PRESETS['megapixel-planned'], search: 'doubling' });
    expect(PRESETS['text-accumulate']).toMatchObject({ workload: 'textrnn-synthetic', batchSize: 4096 });
    expect(PRESETS['cifar-planned']).toMatchObject({ workload: 'cifar-resnet50', search: 'planned' });
    expect(PRESETS['megapixel-planned']).toMatchObject({ batchSize: 4096, budgetMiB: 24 * 1024, microBatch: 'auto' });
  });
});
