import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueRows } from '../../../../src/ui/charts/value-rows.ts';

function rising(length: number): Float64Array {
  return Float64Array.from({ length }, (_, row) => row + 1);
}

describe('value rows', () => {
  it('end at the newest update, keep the extremes, and stay under 160, however long the run', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.boolean(), (length, hasSecond) => {
        const values = rising(length).map((update) => (update === Math.ceil(length / 3) ? 900 : 171));
        const rows = valueRows(rising(length), values, hasSecond ? values.map((value) => -value) : undefined);
        expect(rows.length).toBeLessThanOrEqual(160);
        expect(rows.at(-1)?.x).toBe(length);
        expect(Math.max(...rows.map((row) => row.value ?? 0))).toBe(900);
        for (const row of rows) expect(row.second).toBe(hasSecond && row.value !== null ? -row.value : null);
      }),
      { numRuns: 40 },
    );
  });

  it('have none where nothing is measured', () => {
    expect(valueRows(new Float64Array(), new Float64Array())).toEqual([]);
  });

  it('leave a gap where there is no value', () => {
    expect(valueRows(rising(2), Float64Array.of(Number.NaN, 5)).map((row) => row.value)).toEqual([null, 5]);
  });
});
