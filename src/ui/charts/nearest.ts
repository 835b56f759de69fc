/** Finding a row of a rising column by value: what a shared hover and a tooltip need. */

/** Index of the entry nearest to `value` in rising values, the lower one on a tie; −1 where there is none. */
export function nearestIndex(values: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? Number.NaN) < value) low = middle + 1;
    else high = middle;
  }
  if (low === values.length) return low - 1;
  if (low === 0) return 0;
  const above = (values[low] ?? Number.NaN) - value;
  const below = value - (values[low - 1] ?? Number.NaN);
  return below <= above ? low - 1 : low;
}
