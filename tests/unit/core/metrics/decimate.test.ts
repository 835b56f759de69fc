import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimate } from '../../../../src/core/metrics/decimate.ts';

/** Few distinct values, so that ties and gaps are common. */
const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -5, max: 5 }) },
  { weight: 2, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
);
const series = fc.array(value, { maxLength: 400 }).map((values) => Float64Array.from(values));
const bound = fc.integer({ min: 2, max: 60 });

function finite(values: Iterable<number>): number[] {
  return [...values].filter(Number.isFinite);
}

function at(values: Float64Array, rows: readonly number[]): number[] {
  return rows.map((row) => values[row] ?? Number.NaN);
}

describe('decimate', () => {
  it('draws every row while they are few enough', () => {
    expect(decimate([Float64Array.of(3, Number.NaN, 1)], 3)).toEqual([0, 1, 2]);
    expect(decimate([new Float64Array(300)]).length).toBe(300);
    expect(decimate([new Float64Array(0)])).toEqual([]);
    expect(decimate([])).toEqual([]);
  });

  it('keeps a bucket’s minimum and maximum in order of occurrence', () => {
    // 8 rows, 4 points: buckets of 4 rows, [1 9 0 5] and [2 2 7 3].
    expect(decimate([Float64Array.of(1, 9, 0, 5, 2, 2, 7, 3)], 4)).toEqual([1, 2, 4, 6]);
  });

  it('draws 151 points of 301 rising rows: 75 buckets of 4 with two each, and one row over', () => {
    expect(decimate([Float64Array.from({ length: 301 }, (_, i) => i)]).length).toBe(151);
  });

  it('gives at most the points asked for, rising', () => {
    fc.assert(
      fc.property(series, bound, (values, points) => {
        const rows = decimate([values], points);
        expect(rows.length).toBeLessThanOrEqual(points);
        expect(rows.every((row, i) => row > (rows[i - 1] ?? -1) && row < values.length)).toBe(true);
      }),
    );
  });

  it('keeps the smallest and the largest value of the whole series', () => {
    fc.assert(
      fc.property(series, bound, (values, points) => {
        const kept = finite(at(values, decimate([values], points)));
        expect(Math.min(...kept)).toBe(Math.min(...finite(values)));
        expect(Math.max(...kept)).toBe(Math.max(...finite(values)));
      }),
    );
  });

  it('only thins as the series grows: of the rows there before, it draws the same, or fewer of them', () => {
    fc.assert(
      fc.property(series, series, bound, (before, added, points) => {
        const after = Float64Array.of(...before, ...added);
        const old = new Set(decimate([before], points));
        // The last bucket is still filling: its extremes may move, so look at whole buckets only.
        const rows = decimate([after], points).filter(
          (row) => row < before.length - largestWidth(after.length, points),
        );
        for (const row of rows) expect(old.has(row)).toBe(true);
      }),
    );
  });

  it('does not change a full bucket until the width doubles', () => {
    // 600 points in 300 are buckets of 4 rows from 301 to 600 rows.
    const values = Float64Array.from({ length: 600 }, (_, i) => Math.sin(i * i));
    const whole = decimate([values]);
    for (let length = 301; length <= 600; length += 7) {
      const full = length - (length % 4);
      const now = decimate([values.subarray(0, length)]).filter((row) => row < full);
      expect(now).toEqual(whole.filter((row) => row < full));
    }
  });

  it('shows a bucket without a finite value as a gap, and never lets a gap hide a value', () => {
    const gap = Float64Array.of(
      1,
      2,
      3,
      4,
      Number.NaN,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NaN,
      5,
      Number.NaN,
    );
    // 10 rows, 6 points: buckets of 4.
    expect(decimate([gap], 6)).toEqual([0, 3, 4, 8]);
  });

  it('chooses rows that hold the extremes of every column given', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(value, value), { maxLength: 300 }),
        fc.integer({ min: 4, max: 60 }),
        (pairs, points) => {
          const columns = [0, 1].map((c) => Float64Array.from(pairs, (pair) => pair[c] ?? Number.NaN));
          const rows = decimate(columns, points);
          expect(rows.length).toBeLessThanOrEqual(points);
          for (const column of columns) {
            expect(Math.max(...finite(at(column, rows)))).toBe(Math.max(...finite(column)));
            expect(Math.min(...finite(at(column, rows)))).toBe(Math.min(...finite(column)));
          }
        },
      ),
    );
  });

  it('says when the points are too few for the columns', () => {
    expect(() => decimate([new Float64Array(1), new Float64Array(1)], 3)).toThrow('at least 4 points');
  });
});

/** A width no bucket exceeds. */
function largestWidth(rows: number, points: number): number {
  let width = 1;
  while (Math.ceil(rows / width) * 2 > points) width *= 2;
  return width;
}
