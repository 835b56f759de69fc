import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largestShown, metricRows, rowAt, testUpTo } from '../../../../src/ui/charts/metric-rows.ts';

function run(updates: number, stride = 1) {
  const numbers = Float64Array.from({ length: updates }, (_, row) => 1 + row * stride);
  return { updates: numbers, values: numbers.map((update) => 2.3 * Math.exp(-update / 40)) };
}

const NO_TESTS = { updates: new Float64Array(), values: new Float64Array() };

describe('metric rows', () => {
  it('has a row for each update of a short run, with what was measured', () => {
    const train = run(20);
    const rows = metricRows(train, NO_TESTS, 1);
    expect(rows.map((row) => row.x)).toEqual([...train.updates]);
    expect(rows.map((row) => row.raw)).toEqual([...train.values]);
  });

  it('stays under 160 rows in rising order, whatever the lengths', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 50 }), (updates, every) => {
        const train = run(updates);
        const test = run(Math.floor(updates / every), every);
        const rows = metricRows(train, test, 1);
        expect(rows.length).toBeLessThanOrEqual(160);
        for (const [index, row] of rows.entries()) expect(row.x).toBeGreaterThan(rows[index - 1]?.x ?? 0);
      }),
      { numRuns: 30 },
    );
  });

  it('stands each evaluation at its update', () => {
    const test = { updates: Float64Array.of(25, 50), values: Float64Array.of(1.5, 1.1) };
    const tested = metricRows(run(60), test, 1).filter((row) => row.test !== null);
    expect(tested.map(({ x, test: value }) => [x, value])).toEqual([
      [25, 1.5],
      [50, 1.1],
    ]);
  });

  it('stands an evaluation at the nearest update kept where its own is gone', () => {
    const test = { updates: Float64Array.of(26), values: Float64Array.of(1.5) };
    const tested = metricRows(run(20, 4), test, 4).filter((row) => row.test !== null);
    expect(tested).toHaveLength(1);
    expect(Math.abs((tested[0]?.x ?? 0) - 26)).toBeLessThanOrEqual(2);
  });

  it('leaves a gap where the loss was not a number, and goes on behind it', () => {
    const train = { updates: Float64Array.of(1, 2, 3), values: Float64Array.of(2, Number.NaN, 1) };
    expect(metricRows(train, NO_TESTS, 1).map((row) => row.raw)).toEqual([2, null, 1]);
    expect(largestShown(metricRows(train, NO_TESTS, 1))).toBe(2);
  });

  it('reads the row under the pointer, or the newest, and the evaluation known by then', () => {
    const test = { updates: Float64Array.of(10, 20), values: Float64Array.of(1.5, 1.1) };
    const rows = metricRows(run(30), test, 1);
    expect(rowAt(rows, 14.2)?.x).toBe(14);
    expect(rowAt(rows, undefined)?.x).toBe(30);
    expect(testUpTo(rows, 9)).toBeNull();
    expect(testUpTo(rows, 14)).toBe(1.5);
    expect(testUpTo(rows, 30)).toBe(1.1);
  });
});
