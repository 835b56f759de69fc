import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONFIG_TABLE } from '../../../../src/core/config/config-table.ts';
import { budgetUnit, readBudget, stepBudget, writeBudget } from '../../../../src/ui/controls/budget-amount.ts';

describe('a budget as text', () => {
  it('is shown in GiB from 1 GiB on', () => {
    expect([4.75, 1023.75, 1024, 1280, 24_576].map(writeBudget)).toEqual([
      '4.75 MiB',
      '1,023.75 MiB',
      '1 GiB',
      '1.25 GiB',
      '24 GiB',
    ]);
  });

  it('is read with either unit, and without one in the unit in which it stood', () => {
    expect(readBudget('24 GiB', 'MiB')).toBe(24_576);
    expect(readBudget('512mib', 'GiB')).toBe(512);
    expect(readBudget('1,023.75 MiB', 'MiB')).toBe(1023.75);
    expect(readBudget('12', 'GiB')).toBe(12 * 1024);
    expect(readBudget('12', 'MiB')).toBe(12);
  });

  it('is not taken before it is typed to its end, nor where it is none', () => {
    for (const text of ['', '24 G', '24 Gi', 'GiB', '-3', '1.2.3', '<b>6</b>']) {
      expect(readBudget(text, 'MiB'), text).toBeUndefined();
    }
  });

  it('whatever is typed, it is a number of MiB or nothing', () => {
    const near = fc.stringMatching(/^[ ,.0-9-]{0,6} ?[kmgKMGiIbB]{0,3}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), near), (text) => {
        const budget = readBudget(text, 'GiB');
        if (budget !== undefined) expect(Number.isFinite(budget) && budget >= 0).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('every budget on a quarter of its unit survives being written and read', () => {
    const quarters = fc.integer({ min: 4, max: 4095 }).map((count) => count / 4);
    const budgets = fc.oneof(
      quarters,
      quarters.map((gib) => gib * 1024),
    );
    fc.assert(fc.property(budgets, (budget) => readBudget(writeBudget(budget), budgetUnit(budget)) === budget));
  });

  it('steps by a quarter of its unit, and back', () => {
    expect([6, 1023.75, 1024, 24_576].map((budget) => stepBudget(budget, 1))).toEqual([6.25, 1024, 1280, 24_832]);
    expect([6.25, 1024, 1280, 24_832].map((budget) => stepBudget(budget, -1))).toEqual([6, 1023.75, 1024, 24_576]);
    expect(CONFIG_TABLE.budgetMiB.step).toBe(0.25);
  });
});
