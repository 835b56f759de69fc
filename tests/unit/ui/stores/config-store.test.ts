import { describe, expect, it } from 'vitest';
import { configStore } from '../../../../src/ui/stores/config-store.ts';

describe('the form', () => {
  it('takes a valid change and forgets earlier problems', () => {
    const { replace, update, config } = configStore.getState();
    replace(config, [{ key: 'batch', value: 'x', message: 'batch is “x”.', field: 'batchSize' }]);
    update({ batchSize: 99 });
    expect(configStore.getState()).toMatchObject({ config: { batchSize: 99 }, problems: [] });
  });

  it.each([
    ['batchSize', 0],
    ['batchSize', 16_385],
    ['batchSize', 1.5],
    ['budgetMiB', Number.NaN],
    ['seed', 2 ** 32],
  ] as const)('keeps its values when asked for %s = %d, and says why', (field, value) => {
    const before = configStore.getState().config;
    configStore.getState().update({ [field]: value });
    const { config, problems } = configStore.getState();
    expect(config).toEqual(before);
    expect(problems.map((problem) => problem.field)).toEqual([field]);
    expect(problems[0]?.message).toContain('must be');
  });
});
