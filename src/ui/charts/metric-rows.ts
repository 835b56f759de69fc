/** Rows of a chart that shows one measured value over updates, smoothed, with the evaluations on the test set. */
import { decimate } from '../../core/metrics/decimate.ts';
import { smooth } from '../../core/metrics/smoothing.ts';
import { chosenRows } from './chosen-rows.ts';
import { finiteOrNull } from './finite-or-null.ts';
import { nearestIndex } from './nearest.ts';

export interface MetricRow {
  /** Number of the update. */
  readonly x: number;
  /** As measured; null where the value is not finite. */
  readonly raw: number | null;
  readonly smoothed: number | null;
  /** Only where an evaluation followed this update. */
  readonly test: number | null;
}

/** Updates over which the strong line averages. */
export const SMOOTHING_UPDATES = 9;
/** Rows for the measured line and for evaluations. */
const TRAIN_ROWS = 130;
const TEST_ROWS = 30;

/** Values of rising updates. */
export interface Measured {
  readonly updates: Float64Array;
  readonly values: Float64Array;
}

/**
 * At most 160 rows in rising order: the extremes of each bucket of updates, and the row of each evaluation shown. Where
 * a long run no longer keeps the evaluated update, the evaluation stands at the nearest one kept.
 *
 * @param stride updates per row of `train`
 */
export function metricRows(train: Measured, test: Measured, stride: number): MetricRow[] {
  const smoothed = smooth(train.values, SMOOTHING_UPDATES, stride);
  const testAt = new Map<number, number>();
  for (const row of decimate([test.values], TEST_ROWS)) {
    const nearest = nearestIndex(train.updates, test.updates[row] ?? Number.NaN);
    if (nearest >= 0) testAt.set(nearest, test.values[row] ?? Number.NaN);
  }
  const chosen = new Set([...chosenRows([train.values], TRAIN_ROWS), ...testAt.keys()]);
  return [...chosen]
    .sort((one, other) => one - other)
    .map((row) => ({
      x: train.updates[row] ?? Number.NaN,
      raw: finiteOrNull(train.values[row]),
      smoothed: finiteOrNull(smoothed[row]),
      test: finiteOrNull(testAt.get(row)),
    }));
}

/** Largest finite value of the rows' lines; 0 where there is none. */
export function largestShown(rows: readonly MetricRow[]): number {
  let largest = 0;
  for (const { raw, smoothed, test } of rows) largest = Math.max(largest, raw ?? 0, smoothed ?? 0, test ?? 0);
  return largest;
}

/** The row at an update, or the nearest one; the newest where no update is asked for. */
export function rowAt<Row extends { readonly x: number }>(
  rows: readonly Row[],
  update: number | undefined,
): Row | undefined {
  if (update === undefined) return rows.at(-1);
  return rows[
    nearestIndex(
      rows.map((row) => row.x),
      update,
    )
  ];
}

/** The newest evaluation at or before a row. */
export function testUpTo(rows: readonly MetricRow[], x: number): number | null {
  return rows.findLast((row) => row.x <= x && row.test !== null)?.test ?? null;
}
