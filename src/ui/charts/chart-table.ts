/** A chart's data as a table: what is drawn, in full, for reading and for download. */
import type { CsvColumn } from '../../core/metrics/series-csv.ts';

export interface TableColumn {
  /** Column heading for people. */
  readonly name: string;
  /** Heading in a CSV file, with its unit. */
  readonly csvName: string;
  readonly values: ArrayLike<number | string>;
  /** How a number reads; texts read as they are. */
  readonly format?: (value: number) => string;
}

export interface ChartTable {
  readonly columns: readonly TableColumn[];
  /** Longest column. */
  readonly rows: number;
}

export function chartTable(columns: readonly TableColumn[]): ChartTable {
  return { columns, rows: columns.reduce((most, column) => Math.max(most, column.values.length), 0) };
}

/** What a cell reads; a dash where there is no value. */
export function cellText(column: TableColumn, row: number): string {
  const value = column.values[row];
  if (typeof value === 'string') return value;
  if (value === undefined || !Number.isFinite(value)) return '–';
  return column.format ? column.format(value) : String(value);
}

export function csvColumns(table: ChartTable): CsvColumn[] {
  return table.columns.map(({ csvName, values }) => ({ name: csvName, values }));
}

/** Rows of one page, newest first where the newest is what people look for. */
export function pageRows(
  rows: number,
  page: number,
  options: { readonly rowsPerPage: number; readonly newestFirst: boolean },
): number[] {
  const first = page * options.rowsPerPage;
  const count = Math.max(0, Math.min(options.rowsPerPage, rows - first));
  return Array.from({ length: count }, (_, index) => {
    const position = first + index;
    return options.newestFirst ? rows - 1 - position : position;
  });
}

/** Columns of rising updates. */
export interface UpdateColumns {
  readonly updates: Float64Array;
  readonly columns: readonly Float64Array[];
}

/**
 * Two tables over updates as one: a row for each update that either of them has; values missing from one are NaN.
 * Both must rise. Linear, because a long run has hundreds of thousands of rows.
 */
export function joinByUpdate(
  left: UpdateColumns,
  right: UpdateColumns,
): { readonly updates: Float64Array; readonly left: Float64Array[]; readonly right: Float64Array[] } {
  const updates = mergeRising(left.updates, right.updates);
  return { updates, left: spread(left, updates), right: spread(right, updates) };
}

function mergeRising(one: Float64Array, other: Float64Array): Float64Array {
  const merged = new Float64Array(one.length + other.length);
  let length = 0;
  let i = 0;
  let j = 0;
  while (i < one.length || j < other.length) {
    const left = one[i] ?? Number.POSITIVE_INFINITY;
    const right = other[j] ?? Number.POSITIVE_INFINITY;
    merged[length] = Math.min(left, right);
    length += 1;
    if (!(left > right) && i < one.length) i += 1;
    if (!(right > left) && j < other.length) j += 1;
  }
  return merged.subarray(0, length);
}

function spread(source: UpdateColumns, updates: Float64Array): Float64Array[] {
  const rowAt = new Int32Array(updates.length).fill(-1);
  let row = 0;
  for (let index = 0; index < updates.length; index += 1) {
    if (source.updates[row] !== updates[index]) continue;
    rowAt[index] = row;
    row += 1;
  }
  return source.columns.map((column) =>
    Float64Array.from(rowAt, (found) => (found < 0 ? Number.NaN : (column[found] ?? Number.NaN))),
  );
}
