import { describe, expect, it } from 'vitest';
import { searchRows } from '../../../../src/ui/panels/search-rows.ts';
import { planReport } from '../plan-report-fixture.ts';

describe('search rows', () => {
  it('keeps the order of the search and marks the size that was chosen', () => {
    const { rows } = searchRows(planReport());
    expect(rows.map((row) => row.considered.microBatch)).toEqual([512, 1, 171]);
    expect(rows.map((row) => row.isChosen)).toEqual([false, false, true]);
  });

  it('draws bars on one scale: only those over the budget pass its mark', () => {
    const { rows, usableShare } = searchRows(planReport());
    const lengths = rows.map((row) => row.fixedShare + row.examplesShare);
    expect(lengths.map((length) => length > usableShare)).toEqual([true, false, false]);
    expect((lengths[1] ?? 0) / (lengths[2] ?? 1)).toBeCloseTo(500 / 990, 10);
    for (const row of rows) expect(row.fixedShare).toBeCloseTo(rows[0]?.fixedShare ?? 0, 10);
  });

  it('cuts a bar that would shrink the others to nothing, and says so', () => {
    const considered = [
      {
        microBatch: 16_384,
        peakBytes: 90_000,
        verdict: { type: 'over-budget', overBytes: 89_000 },
        planMs: 1,
      } as const,
      ...planReport().considered,
    ];
    const { rows, usableShare } = searchRows(planReport({ considered }));
    expect(rows[0]?.isCut).toBe(true);
    expect((rows[0]?.fixedShare ?? 0) + (rows[0]?.examplesShare ?? 0)).toBeCloseTo(1, 10);
    expect(usableShare).toBe(0.5);
    expect(rows[3]?.isCut).toBe(false);
  });

  it('draws no bar for a size that met a limit before it was planned', () => {
    const overLimit = {
      microBatch: 400,
      peakBytes: 0,
      verdict: { type: 'over-limit', limit: 'maxBufferSize', asked: 2, allowed: 1 },
      planMs: 1,
    } as const;
    const { rows } = searchRows(planReport({ considered: [overLimit] }));
    expect(rows[0]).toMatchObject({ fixedShare: 0, examplesShare: 0, isChosen: false });
  });
});
