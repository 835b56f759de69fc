/** Rows of a chart that shows columns of the run's series as they are. */
import { chosenRows } from './chosen-rows.ts';
import { finiteOrNull } from './finite-or-null.ts';

export interface ValueRow {
  readonly x: number;
  readonly value: number | null;
  /** A second reading of the same thing, such as a median beside what was measured. */
  readonly second: number | null;
}

const MAXIMUM_ROWS = 160;

/** At most 160 rows: the extremes of each bucket of updates, in `values` and in `second` where it is given. */
export function valueRows(updates: Float64Array, values: Float64Array, second?: Float64Array): ValueRow[] {
  return chosenRows(second ? [values, second] : [values], MAXIMUM_ROWS).map((row) => ({
    x: updates[row] ?? Number.NaN,
    value: finiteOrNull(values[row]),
    second: finiteOrNull(second?.[row]),
  }));
}
