import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellText, chartTable, csvColumns, joinByUpdate, pageRows } from '../../../../src/ui/charts/chart-table.ts';

const LOSS = {
  name: 'Loss',
  csvName: 'loss',
  values: Float64Array.of(2.5, Number.NaN),
  format: (v: number) => `${v}!`,
};

describe('chart table', () => {
  it('formats numbers, leaves texts, and puts a dash where there is no value', () => {
    expect([0, 1, 2].map((row) => cellText(LOSS, row))).toEqual(['2.5!', '–', '–']);
    expect(cellText({ name: 'Kernel', csvName: 'kernel', values: ['matMul'] }, 0)).toBe('matMul');
  });

  it('is as long as its longest column, and exports raw values under their file names', () => {
    const table = chartTable([LOSS, { name: 'Kernel', csvName: 'kernel', values: ['a', 'b', 'c'] }]);
    expect(table.rows).toBe(3);
    expect(csvColumns(table).map((column) => column.name)).toEqual(['loss', 'kernel']);
    expect(csvColumns(table)[0]?.values).toBe(LOSS.values);
  });

  it('shows every row on exactly one page, newest first where asked', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.boolean(), (rows, newestFirst) => {
        const pages = Math.ceil(rows / 100);
        const shown = Array.from({ length: pages }, (_, page) =>
          pageRows(rows, page, { rowsPerPage: 100, newestFirst }),
        ).flat();
        const expected = Array.from({ length: rows }, (_, row) => row);
        expect(shown).toEqual(newestFirst ? expected.reverse() : expected);
      }),
    );
  });

  it('joins measurements and evaluations by update, losing none', () => {
    const joined = joinByUpdate(
      { updates: Float64Array.of(1, 2, 3), columns: [Float64Array.of(0.3, 0.2, 0.1)] },
      { updates: Float64Array.of(2, 4), columns: [Float64Array.of(0.5, 0.4)] },
    );
    expect([...joined.updates]).toEqual([1, 2, 3, 4]);
    expect([...(joined.left[0] ?? [])]).toEqual([0.3, 0.2, 0.1, Number.NaN]);
    expect([...(joined.right[0] ?? [])]).toEqual([Number.NaN, 0.5, Number.NaN, 0.4]);
  });
});
