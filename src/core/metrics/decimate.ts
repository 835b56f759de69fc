/** Points of one line on a chart: more cost time and show nothing. */
const DEFAULT_MAXIMUM_POINTS = 300;

/**
 * Chooses the rows of a growing series that a chart should draw: at most `maximumPoints`, in ascending order.
 *
 * Rows are cut into buckets of equal width, a power of two, with edges at its multiples; each bucket gives the rows of
 * its smallest and its largest value in each column, in order of occurrence. A bucket's content therefore never changes
 * while the series grows at its end, except for the last bucket while it fills, and a curve does not jump until the
 * width doubles; and the rows chosen then are among those drawn before. Up to `maximumPoints` rows every row is drawn.
 *
 * A value that is not finite is a gap. Where a bucket has no finite value in a column, its first row stands for the
 * gap; a gap narrower than a bucket may close.
 *
 * @param columns equally long; given several, the rows suit all of them (one x for every line, as a shared hover needs)
 * @returns row numbers, to be read from any column of the series
 */
export function decimate(columns: readonly Float64Array[], maximumPoints: number = DEFAULT_MAXIMUM_POINTS): number[] {
  const rows = columns[0]?.length ?? 0;
  const pointsPerBucket = 2 * columns.length;
  if (maximumPoints < pointsPerBucket) {
    throw new RangeError(
      `${columns.length} columns need at least ${pointsPerBucket} points; ${maximumPoints} allowed.`,
    );
  }
  const width = bucketWidth(rows, pointsPerBucket, maximumPoints);
  if (width === 1) return Array.from({ length: rows }, (_, row) => row);
  const chosen: number[] = [];
  for (let start = 0; start < rows; start += width) {
    const end = Math.min(start + width, rows);
    const inBucket = new Set<number>();
    for (const column of columns) addExtremes(column, start, end, inBucket);
    chosen.push(...[...inBucket].sort((a, b) => a - b));
  }
  return chosen;
}

/** The narrowest bucket, in rows, at which no number of points exceeds the bound; 1 means that every row is drawn. */
function bucketWidth(rows: number, pointsPerBucket: number, maximumPoints: number): number {
  if (rows <= maximumPoints) return 1;
  let width = 2;
  while (Math.ceil(rows / width) * Math.min(width, pointsPerBucket) > maximumPoints) width *= 2;
  return width;
}

/** Adds the rows of the first smallest and the first largest finite value, or the first row where there is none. */
function addExtremes(values: Float64Array, start: number, end: number, into: Set<number>): void {
  let low = start;
  let high = start;
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let row = start; row < end; row++) {
    const value = values[row] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    if (value < lowest) {
      lowest = value;
      low = row;
    }
    if (value > highest) {
      highest = value;
      high = row;
    }
  }
  into.add(low).add(high);
}
