import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BYTE_KINDS, type BytesByKind } from '../../../../src/core/program/byte-kind.ts';
import { memoryAxisTop, memoryRows, planAt, sumOfKinds } from '../../../../src/ui/charts/memory-rows.ts';

function bytes(each: number): BytesByKind {
  return {
    parameters: each,
    accumulators: each,
    optimizer: each,
    activations: each,
    gradients: each,
    inputs: each,
    other: each,
  };
}

const NOTHING_MEASURED = { updates: new Float64Array(), allocatedBytes: new Float64Array() };
const PLAN = { fromUpdate: 0, bytes: bytes(10), budgetBytes: 100 };
const SMALLER_PLAN = { fromUpdate: 5, bytes: bytes(6), budgetBytes: 100 };

describe('memory rows', () => {
  it('draws a plan over the whole axis before anything is measured', () => {
    const rows = memoryRows([PLAN], NOTHING_MEASURED, 300);
    expect(rows.map(({ x, activations, allocated }) => [x, activations, allocated])).toEqual([
      [0, 10, null],
      [300, 10, null],
    ]);
  });

  it('changes the stack at the update from which another plan holds', () => {
    const measured = {
      updates: Float64Array.of(1, 2, 3, 4, 5, 6),
      allocatedBytes: Float64Array.of(70, 70, 70, 70, 42, 42),
    };
    const rows = memoryRows([PLAN, SMALLER_PLAN], measured, 20);
    for (const row of rows) {
      expect(sumOfKinds(row)).toBe(row.x < 5 ? 70 : 42);
      if (row.x >= 1 && row.x <= 6) expect(row.allocated).toBe(row.x < 5 ? 70 : 42);
    }
    expect(planAt([PLAN, SMALLER_PLAN], 4)).toBe(PLAN);
    expect(planAt([PLAN, SMALLER_PLAN], 5)).toBe(SMALLER_PLAN);
  });

  it('stays under 300 rows in rising order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), (updates) => {
        const numbers = Float64Array.from({ length: updates }, (_, row) => row + 1);
        const measured = { updates: numbers, allocatedBytes: numbers.map((update) => 70 + (update % 3)) };
        const rows = memoryRows([PLAN, SMALLER_PLAN], measured, updates + 1);
        expect(rows.length).toBeLessThanOrEqual(300);
        for (const [index, row] of rows.entries()) expect(row.x).toBeGreaterThan(rows[index - 1]?.x ?? -1);
      }),
      { numRuns: 30 },
    );
  });

  it('makes room for the budget line unless that would flatten the stack', () => {
    const rows = (budgetBytes: number) => memoryRows([{ ...PLAN, budgetBytes }], NOTHING_MEASURED, 10);
    expect(memoryAxisTop(rows(100))).toBe(100);
    expect(memoryAxisTop(rows(1000))).toBe(BYTE_KINDS.length * 10);
  });
});
