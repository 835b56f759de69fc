/** Columns of one packet: equally long, one entry a row. */
export type SeriesColumns<C extends string> = { readonly [K in C]: Float64Array };

/**
 * Numbers that grow by rows and are read by columns, e.g. one row an update. Memory is bounded: at most `maximumRows`
 * rows are kept. When they are full, every other row is dropped and `stride` doubles, so that the kept rows are always
 * rows 0, stride, 2·stride, … of everything appended. A kept row holds the values it was appended with, never an average.
 */
export interface MetricSeries<C extends string> {
  readonly columnNames: readonly C[];
  /** Rows kept. */
  readonly length: number;
  /** Rows appended since the start or the last `clear`. */
  readonly rowsAppended: number;
  /** Appended rows for each kept row, a power of two. */
  readonly stride: number;
  /** Rises at each change, so that readers can tell whether they have seen the latest. */
  readonly version: number;
  /** Adds a packet's rows. Throws a RangeError where the columns differ in length. */
  append(columns: SeriesColumns<C>): void;
  /** The kept values of a column, without a copy: a view that is good until the next `append` or `clear`. */
  column(name: C): Float64Array;
  /** The last value appended, kept or not; NaN where there is none. */
  latest(name: C): number;
  clear(): void;
  /** All of it as a value of its own. */
  table(): SeriesTable;
  /** Takes `table` in place of all that there is: a column that it lacks is NaN, one that is not this series' is left out. */
  restore(table: SeriesTable): void;
}

/** A series at rest. */
export interface SeriesTable {
  /** Of equal length: ceil(rowsAppended / stride) rows. */
  readonly columns: ReadonlyMap<string, Float64Array<ArrayBuffer>>;
  readonly rowsAppended: number;
  readonly stride: number;
}

/** Kept rows by default: 13 columns of 200,000 doubles are 20 MB. */
const DEFAULT_MAXIMUM_ROWS = 200_000;
const FIRST_CAPACITY = 256;

export function createMetricSeries<C extends string>(
  columnNames: readonly C[],
  maximumRows: number = DEFAULT_MAXIMUM_ROWS,
): MetricSeries<C> {
  return new ColumnarSeries(columnNames, maximumRows);
}

class ColumnarSeries<C extends string> implements MetricSeries<C> {
  readonly columnNames: readonly C[];
  private readonly maximumRows: number;
  private readonly values = new Map<C, Float64Array>();
  private readonly last = new Map<C, number>();
  length = 0;
  rowsAppended = 0;
  stride = 1;
  version = 0;

  constructor(columnNames: readonly C[], maximumRows: number) {
    if (!Number.isInteger(maximumRows) || maximumRows < 2) {
      throw new RangeError(`A series keeps at least 2 rows; maximumRows is ${maximumRows}.`);
    }
    this.columnNames = [...columnNames];
    this.maximumRows = maximumRows;
  }

  append(columns: SeriesColumns<C>): void {
    const rows = this.rowsOf(columns);
    if (rows === 0) return;
    const first = this.rowsAppended;
    this.rowsAppended += rows;
    const needed = () => Math.ceil(this.rowsAppended / this.stride);
    while (needed() > this.maximumRows) this.doubleStride();
    const length = needed();
    // The first row of the packet that is kept: the next multiple of the stride.
    const offset = this.length * this.stride - first;
    for (const name of this.columnNames) {
      const source = columns[name];
      const target = this.withCapacity(name, length);
      for (let row = this.length, from = offset; row < length; row++, from += this.stride) {
        target[row] = source[from] ?? Number.NaN;
      }
      this.last.set(name, source[rows - 1] ?? Number.NaN);
    }
    this.length = length;
    this.version++;
  }

  column(name: C): Float64Array {
    return (this.values.get(name) ?? new Float64Array(0)).subarray(0, this.length);
  }

  latest(name: C): number {
    return this.last.get(name) ?? Number.NaN;
  }

  clear(): void {
    this.values.clear();
    this.last.clear();
    this.length = 0;
    this.rowsAppended = 0;
    this.stride = 1;
    this.version++;
  }

  table(): SeriesTable {
    const columns = new Map(this.columnNames.map((name) => [name, Float64Array.from(this.column(name))]));
    return { columns, rowsAppended: this.rowsAppended, stride: this.stride };
  }

  restore({ columns, rowsAppended, stride }: SeriesTable): void {
    this.clear();
    this.rowsAppended = rowsAppended;
    this.stride = stride;
    this.length = Math.ceil(rowsAppended / stride);
    for (const name of this.columnNames) {
      const values = new Float64Array(this.length).fill(Number.NaN);
      values.set((columns.get(name) ?? values).subarray(0, this.length));
      this.values.set(name, values);
      this.last.set(name, values.at(-1) ?? Number.NaN);
    }
    while (this.length > this.maximumRows) this.doubleStride();
  }

  private rowsOf(columns: SeriesColumns<C>): number {
    const lengths = this.columnNames.map((name) => columns[name].length);
    const rows = lengths[0] ?? 0;
    if (lengths.some((length) => length !== rows)) {
      throw new RangeError(`Columns of a packet differ in length: ${lengths.join(', ')}.`);
    }
    return rows;
  }

  private doubleStride(): void {
    this.stride *= 2;
    this.length = Math.ceil(this.length / 2);
    for (const values of this.values.values()) {
      for (let row = 0; row < this.length; row++) values[row] = values[2 * row] ?? Number.NaN;
    }
  }

  private withCapacity(name: C, rows: number): Float64Array {
    const values = this.values.get(name);
    if (values && values.length >= rows) return values;
    let capacity = Math.max(FIRST_CAPACITY, values?.length ?? 0);
    while (capacity < rows) capacity *= 2;
    const grown = new Float64Array(Math.min(capacity, this.maximumRows));
    if (values) grown.set(values.subarray(0, this.length));
    this.values.set(name, grown);
    return grown;
  }
}
