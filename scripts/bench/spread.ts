/** A sample of repeated measurements, from its middle to its ends. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Median, smallest and largest. Throws RangeError where there is nothing to sum up. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[0];
  const high = sorted.at(-1);
  if (low === undefined || high === undefined) throw new RangeError('A spread needs at least one value.');
  return { median: median(values), low, high };
}

/** Of what no repetition changes, such as a count. */
export function exact(value: number): Spread {
  return { median: value, low: value, high: value };
}

/** The middle value, or the mean of the two in the middle; NaN for no value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}
