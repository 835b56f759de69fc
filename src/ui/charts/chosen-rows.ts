import { decimate } from '../../core/metrics/decimate.ts';

/**
 * The rows a line draws: the extremes of each bucket, and the newest row, which the legend reads and where the line ends.
 * At most `maximumRows`, rising.
 */
export function chosenRows(columns: readonly Float64Array[], maximumRows: number): number[] {
  const chosen = decimate(columns, maximumRows - 1);
  const newest = (columns[0]?.length ?? 0) - 1;
  return newest < 0 || chosen.at(-1) === newest ? chosen : [...chosen, newest];
}
