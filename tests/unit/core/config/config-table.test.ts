import { describe, expect, it } from 'vitest';
import { SEARCH_STRATEGY_IDS } from '../../../../src/core/batch/search-strategies/strategy-table.ts';
import type { NumberRange } from '../../../../src/core/config/config-field.ts';
import { CONFIG_KEYS, CONFIG_TABLE, configField, isConfigKey } from '../../../../src/core/config/config-table.ts';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';

const adam = defaultConfig('fashion-mlp');

function ranges(): [string, NumberRange][] {
  return CONFIG_KEYS.flatMap((key): [string, NumberRange][] => {
    const field = configField(key);
    return field.type === 'choice' || field.type === 'weather' ? [] : [[key, field]];
  });
}

describe('config table', () => {
  it('gives each name in the address to one setting only', () => {
    const names = CONFIG_KEYS.flatMap((key) => configField(key).params);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9]*(-[a-z]+)*$/);
  });

  it('names a run’s length by its unit, and the unit by nothing else', () => {
    expect(CONFIG_TABLE.length.params).toEqual(CONFIG_TABLE.lengthUnit.options);
    expect(CONFIG_TABLE.lengthUnit.params).toEqual([]);
  });

  it.each(ranges())('%s: slider lies in the range, and above zero where it is logarithmic', (_, field) => {
    expect(field.minimum).toBeLessThan(field.maximum);
    expect(field.step).toBeGreaterThan(0);
    const from = field.slider?.from ?? field.minimum;
    const to = field.slider?.to ?? field.maximum;
    expect(from).toBeGreaterThanOrEqual(field.minimum);
    expect(to).toBeLessThanOrEqual(field.maximum);
    expect(from).toBeLessThan(to);
    if (field.scale === 'log') expect(from).toBeGreaterThan(0);
  });

  it('accepts batches of 1 to 16,384 examples and budgets of 1 MiB to 1 TiB', () => {
    expect(CONFIG_TABLE.batchSize).toMatchObject({ minimum: 1, maximum: 16_384 });
    expect(CONFIG_TABLE.budgetMiB).toMatchObject({ minimum: 1, maximum: 1024 * 1024 });
  });

  it('shows an optimizer only its own numbers', () => {
    const shown = (config: typeof adam) =>
      (['momentum', 'beta1', 'beta2', 'epsilon', 'weightDecay'] as const).filter((key) =>
        CONFIG_TABLE[key].appliesTo(config),
      );
    expect(shown(adam)).toEqual(['beta1', 'beta2', 'epsilon']);
    expect(shown({ ...adam, optimizer: 'adamw' })).toEqual(['beta1', 'beta2', 'epsilon', 'weightDecay']);
    expect(shown({ ...adam, optimizer: 'momentum' })).toEqual(['momentum']);
    expect(shown({ ...adam, optimizer: 'sgd' })).toEqual([]);
  });

  it('offers a search only where a size is searched', () => {
    const { search } = CONFIG_TABLE;
    expect(search.options).toEqual(['planned', ...SEARCH_STRATEGY_IDS]);
    expect(search.appliesTo(adam)).toBe(true);
    expect(search.appliesTo({ ...adam, microBatch: 32 })).toBe(false);
    expect(search.appliesTo({ ...adam, accumulation: 'full-batch' })).toBe(false);
  });

  it('shows warm-up under the schedules that warm up', () => {
    const applies = (schedule: (typeof adam)['schedule']) =>
      CONFIG_TABLE.warmUpUpdates.appliesTo({ ...adam, schedule });
    expect([applies('constant'), applies('warm-up'), applies('cosine')]).toEqual([false, true, true]);
  });

  it('does not take an inherited property for a setting', () => {
    expect(isConfigKey('seed')).toBe(true);
    expect(isConfigKey('constructor')).toBe(false);
    expect(isConfigKey('__proto__')).toBe(false);
  });
});
