import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { trainingConfigSchema } from '../../../../src/core/config/config-schema.ts';
import { configFromSearch, configToSearch } from '../../../../src/core/config/config-url.ts';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import { CONFIG_PARAMS } from '../../../../src/core/config/parse-config.ts';
import { WORKLOAD_IDS } from '../../../../src/core/config/training-config.ts';
import { arbitraryConfigRecord } from './arbitrary-config.ts';

const arbitraryConfig = arbitraryConfigRecord().map((record) => v.parse(trainingConfigSchema, record));

describe('configuration in the address', () => {
  it('is the seed alone for the default configuration', () => {
    expect(configToSearch(defaultConfig('fashion-mlp'))).toBe('seed=1');
    expect(configToSearch(defaultConfig('fashion-convnet'))).toBe('workload=fashion-convnet&seed=1');
  });

  it('is short and readable', () => {
    const config = {
      ...defaultConfig('fashion-mlp'),
      batchSize: 8192,
      budgetMiB: 7.5,
      lengthUnit: 'epochs' as const,
      seed: 42,
    };
    expect(configToSearch(config)).toBe('batch=8192&budget=7.5MiB&epochs=300&seed=42');
  });

  it('reads an address with other parameters, with or without its question mark', () => {
    const expected = { config: { ...defaultConfig('fashion-mlp'), batchSize: 64 }, problems: [] };
    expect(configFromSearch('?start=1&batch=64&theme=dark&seed=1')).toEqual(expected);
    expect(configFromSearch('batch=64')).toEqual(expected);
    expect(configFromSearch('')).toEqual({ config: defaultConfig('fashion-mlp'), problems: [] });
  });

  it('gives back any valid configuration, every number to the bit', () => {
    fc.assert(
      fc.property(arbitraryConfig, (config) => {
        expect(configFromSearch(configToSearch(config))).toEqual({ config, problems: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('always names the seed, and of the rest only what departs from the workload’s defaults', () => {
    fc.assert(
      fc.property(arbitraryConfig, (config) => {
        const names = [...new URLSearchParams(configToSearch(config)).keys()];
        expect(names).toContain('seed');
        expect(new Set(names).size).toBe(names.length);
      }),
    );
    for (const workload of WORKLOAD_IDS) {
      const config = { ...defaultConfig(workload), dropout: 0.25 };
      const names = [...new URLSearchParams(configToSearch(config)).keys()].filter((name) => name !== 'workload');
      expect(names).toEqual(['dropout', 'seed']);
    }
  });

  it('takes 1,000 hostile addresses without throwing, each as a valid configuration', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc
        .array(fc.tuple(fc.constantFrom(...CONFIG_PARAMS, '__proto__', 'toString'), fc.string({ unit: 'grapheme' })))
        .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&')),
      fc.string({
        unit: fc.constantFrom(
          '%',
          '&',
          '=',
          '?',
          '#',
          '+',
          'batch',
          'seed',
          'weather',
          '1',
          'b',
          '_',
          'e',
          '-',
          '\u0000',
        ),
      }),
    );
    fc.assert(
      fc.property(hostile, (search) => {
        expect(v.is(trainingConfigSchema, configFromSearch(search).config)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
