import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMetricSeries } from '../../../../src/core/metrics/metric-series.ts';

const NAMES = ['update', 'loss'] as const;

/** Rows `from` to `to`, the last one excluded: update = row, loss = −row. */
function packet(from: number, to: number) {
  const update = Float64Array.from({ length: to - from }, (_, i) => from + i);
  return { update, loss: update.map((value) => -value) };
}

describe('metric series', () => {
  it('is empty at first', () => {
    const series = createMetricSeries(NAMES);
    expect(series.length).toBe(0);
    expect(series.column('loss')).toEqual(new Float64Array(0));
    expect(series.latest('loss')).toBeNaN();
  });

  it('keeps every row, in order, while there is room, however the packets are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 12 }), (sizes) => {
        const series = createMetricSeries(NAMES);
        let rows = 0;
        for (const size of sizes) {
          series.append(packet(rows, rows + size));
          rows += size;
        }
        expect(series.length).toBe(rows);
        expect(series.stride).toBe(1);
        expect(series.column('update')).toEqual(packet(0, rows).update);
        expect(series.column('loss')).toEqual(packet(0, rows).loss);
      }),
    );
  });

  it('keeps rows 0, stride, 2·stride, … within the bound, however the packets are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 20 }),
        fc.integer({ min: 2, max: 33 }),
        (sizes, maximumRows) => {
          const series = createMetricSeries(NAMES, maximumRows);
          let rows = 0;
          for (const size of sizes) {
            series.append(packet(rows, rows + size));
            rows += size;
            expect(series.length).toBeLessThanOrEqual(maximumRows);
            expect(series.length).toBe(Math.ceil(rows / series.stride));
            // Never thinner than needed: at half the stride the rows would not fit.
            if (series.stride > 1) expect(Math.ceil((2 * rows) / series.stride)).toBeGreaterThan(maximumRows);
            const kept = Array.from(series.column('update'));
            expect(kept).toEqual(kept.map((_, i) => i * series.stride));
            expect(Array.from(series.column('loss'))).toEqual(kept.map((value) => -value));
            if (rows > 0) expect(series.latest('update')).toBe(rows - 1);
          }
          expect(series.rowsAppended).toBe(rows);
        },
      ),
    );
  });

  it('keeps at most 200,000 rows of a long run: 700,001 rows at stride 4 are 175,001', () => {
    const series = createMetricSeries(NAMES);
    for (let row = 0; row < 700_000; row += 100_000) series.append(packet(row, row + 100_000));
    series.append(packet(700_000, 700_001));
    expect(series.stride).toBe(4);
    expect(series.length).toBe(175_001);
    expect(series.column('update')[175_000]).toBe(700_000);
  });

  it('changes its version with each packet that has rows, and when cleared', () => {
    const series = createMetricSeries(NAMES);
    const versions = [series.version];
    for (const change of [() => series.append(packet(0, 3)), () => series.clear(), () => series.append(packet(0, 1))]) {
      change();
      versions.push(series.version);
    }
    expect(new Set(versions).size).toBe(4);
    const before = series.version;
    series.append(packet(0, 0));
    expect(series.version).toBe(before);
  });

  it('starts anew when cleared, at stride 1', () => {
    const series = createMetricSeries(NAMES, 4);
    series.append(packet(0, 100));
    expect(series.stride).toBe(32);
    series.clear();
    series.append(packet(7, 9));
    expect(series.stride).toBe(1);
    expect(Array.from(series.column('update'))).toEqual([7, 8]);
  });

  it('refuses a packet whose columns differ in length', () => {
    const series = createMetricSeries(NAMES);
    const uneven = { update: new Float64Array(2), loss: new Float64Array(3) };
    expect(() => series.append(uneven)).toThrow('differ in length: 2, 3');
    expect(series.length).toBe(0);
  });

  it('goes on from its table as if it had never stopped, whenever that was taken', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (before, after) => {
        const [whole, first, second] = [1, 2, 3].map(() => createMetricSeries(NAMES, 8));
        if (!whole || !first || !second) return;
        for (const series of [whole, first]) series.append(packet(0, before));
        second.restore(first.table());
        for (const series of [whole, second]) series.append(packet(before, before + after));
        expect(second.table()).toEqual(whole.table());
      }),
    );
  });

  it('takes a table of a longer series, and of one with other columns', () => {
    const series = createMetricSeries(NAMES, 4);
    const update = Float64Array.from({ length: 10 }, (_, row) => row);
    const columns = new Map([
      ['update', update],
      ['other', update],
    ]);
    series.restore({ columns, rowsAppended: 10, stride: 1 });
    expect(series.stride).toBe(4);
    expect([...series.column('update')]).toEqual([0, 4, 8]);
    expect([...series.column('loss')]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });
});
