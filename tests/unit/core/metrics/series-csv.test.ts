import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMetricSeries } from '../../../../src/core/metrics/metric-series.ts';
import { seriesToCsv, toCsv } from '../../../../src/core/metrics/series-csv.ts';

describe('series as CSV', () => {
  it('writes a header and one record a row, each ended by CRLF', () => {
    const series = createMetricSeries(['update', 'loss']);
    series.append({ update: Float64Array.of(1, 2), loss: Float64Array.of(2.5, Number.NaN) });
    expect(seriesToCsv(series)).toBe('update,loss\r\n1,2.5\r\n2,\r\n');
  });

  it('writes only the header where there are no rows', () => {
    expect(toCsv([{ name: 'update', values: [] }])).toBe('update\r\n');
  });

  it('quotes what needs quotes, and leaves the end of a short column empty', () => {
    const text = toCsv([
      { name: 'a "b", c', values: ['x\ny'] },
      { name: 'n', values: [1, 2] },
    ]);
    expect(text).toBe('"a ""b"", c",n\r\n"x\ny",1\r\n,2\r\n');
  });

  it('reads back as the same doubles and texts', () => {
    const number = fc.double({ noDefaultInfinity: true }).map((x) => (x === 0 ? 0 : x));
    // An empty text and a NaN are the same empty cell, so the texts here are not empty.
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'é'), minLength: 1 });
    fc.assert(
      fc.property(fc.array(fc.tuple(number, text)), text, (rows, name) => {
        const csv = toCsv([
          { name, values: rows.map(([value]) => value) },
          { name: 'text', values: rows.map(([, value]) => value) },
        ]);
        const [header, ...records] = parseCsv(csv);
        expect(header).toEqual([name, 'text']);
        expect(records.map(([value, t]) => [value === '' ? Number.NaN : Number(value), t])).toEqual(rows);
      }),
    );
  });
});

/** A plain reader of RFC 4180. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    record.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}
