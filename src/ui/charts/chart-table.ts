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

/**
 * Two tables over updates as one: a row for each update that either of them has, values missing from one are NaN.
 * Both must rise.
 */
export function joinByUpdate(
  left: { readonly updates: Float64Array; readonly columns: readonly Float64Array[] },
  right: { readonly updates: Float64Array; readonly columns: readonly Float64Array[] },
): { readonly updates: Float64Array; readonly left: Float64Array[]; readonly right: Float64Array[] } {
  const updates = Float64Array.from(new Set([...left.updates, ...right.updates])).sort();
  const spread = (source: { readonly updates: Float64Array; readonly columns: readonly Float64Array[] }) => {
    const rowOf = new Map(Array.from(source.updates, (update, row) => [update, row]));
    return source.columns.map((column) =>
      updates.map((update) => {
        const row = rowOf.get(update);
        return row === undefined ? Number.NaN : (column[row] ?? Number.NaN);
      }),
    );
  };
  return { updates, left: spread(left), right: spread(right) };
}
