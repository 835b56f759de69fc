import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { trainingConfigSchema } from '../../../../src/core/config/config-schema.ts';
import { DEFAULT_WORKLOAD, defaultConfig } from '../../../../src/core/config/default-config.ts';
import { WORKLOAD_IDS } from '../../../../src/core/config/training-config.ts';

describe('default configuration', () => {
  it.each(WORKLOAD_IDS)('%s: is valid and names its own workload', (workload) => {
    const config = defaultConfig(workload);
    expect(v.parse(trainingConfigSchema, config)).toEqual(config);
    expect(config.workload).toBe(workload);
  });

  it('fashion-mlp: 300 updates of 512 examples in 4.75 MiB with Adam at 1e-3, seed 1', () => {
    expect(DEFAULT_WORKLOAD).toBe('fashion-mlp');
    expect(defaultConfig('fashion-mlp')).toMatchObject({
      batchSize: 512,
      budgetMiB: 4.75,
      headroom: 0,
      microBatch: 'auto',
      optimizer: 'adam',
      learningRate: 1e-3,
      schedule: 'constant',
      lengthUnit: 'updates',
      length: 300,
      evaluateEvery: 20,
      seed: 1,
    });
  });

  it('fashion-convnet: 60 updates of 512 examples in 12 MiB with Adam at 1e-3', () => {
    expect(defaultConfig('fashion-convnet')).toMatchObject({
      batchSize: 512,
      budgetMiB: 12,
      optimizer: 'adam',
      learningRate: 1e-3,
      length: 60,
      evaluateEvery: 10,
    });
  });
});

describe('configuration schema', () => {
  const good = defaultConfig('fashion-mlp');
  it.each([
    ['a fraction of an example', { ...good, batchSize: 1.5 }],
    ['a batch of zero', { ...good, batchSize: 0 }],
    ['a batch above the maximum', { ...good, batchSize: 16_385 }],
    ['a budget that is not a number', { ...good, budgetMiB: Number.NaN }],
    ['an infinite learning rate', { ...good, learningRate: Number.POSITIVE_INFINITY }],
    ['a number as text', { ...good, seed: '1' }],
    ['an unknown optimizer', { ...good, optimizer: 'adagrad' }],
    ['a missing setting', { ...good, seed: undefined }],
    ['a setting that does not exist', { ...good, turbo: true }],
    ['null', null],
  ])('refuses %s', (_, value) => {
    expect(v.safeParse(trainingConfigSchema, value).success).toBe(false);
  });
});
