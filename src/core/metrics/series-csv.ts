/** One column of a table, ready to be written: numbers, or texts such as kernel names. */
export interface CsvColumn {
  readonly name: string;
  readonly values: ArrayLike<number | string>;
}

/**
 * A table as CSV by RFC 4180: a header with the columns' names, one record a row, CRLF at each line's end, quotes where
 * a text has a comma, a quote or a line break. Numbers have all the digits it takes to read the same double again;
 * NaN and the missing end of a shorter column are empty.
 */
export function toCsv(columns: readonly CsvColumn[]): string {
  const rows = columns.reduce((most, column) => Math.max(most, column.values.length), 0);
  const lines = [columns.map((column) => quoted(column.name)).join(',')];
  for (let row = 0; row < rows; row++) lines.push(columns.map((column) => cell(column.values[row])).join(','));
  return lines.map((line) => `${line}\r\n`).join('');
}

/** All kept rows of a series, or of anything that has named columns of numbers. */
export function seriesToCsv<C extends string>(series: {
  readonly columnNames: readonly C[];
  column(name: C): Float64Array;
}): string {
  return toCsv(series.columnNames.map((name) => ({ name, values: series.column(name) })));
}

function cell(value: number | string | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return quoted(value);
  return Number.isNaN(value) ? '' : String(value);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
