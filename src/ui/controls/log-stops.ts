/** Positions of a logarithmic slider: every position is a value worth having, and no two are the same. */

export interface LogStopsOptions {
  readonly from: number;
  readonly to: number;
  /** Positions for each doubling, before equal ones are dropped. */
  readonly perDoubling: number;
  readonly round: (value: number) => number;
}

/** Rising values from `from` to `to`, both included, about evenly spaced on a logarithmic scale. */
export function logStops({ from, to, perDoubling, round }: LogStopsOptions): readonly number[] {
  const steps = Math.max(1, Math.round(Math.log2(to / from) * perDoubling));
  const stops = new Set<number>();
  stops.add(from);
  for (let step = 1; step < steps; step++) stops.add(round(from * (to / from) ** (step / steps)));
  stops.add(to);
  return [...stops].sort((one, other) => one - other);
}

/** Index of the stop nearest to a value, by ratio. A value outside the stops has the nearest end. */
export function nearestStop(stops: readonly number[], value: number): number {
  let best = 0;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const [index, stop] of stops.entries()) {
    const distance = Math.abs(Math.log(stop / value));
    if (distance < bestDistance) {
      best = index;
      bestDistance = distance;
    }
  }
  return best;
}

/** Rounds to a number of significant digits: 171.3 → 171, 0.0012345 → 0.00123. */
export function roundToDigits(digits: number): (value: number) => number {
  return (value) => Number(value.toPrecision(digits));
}
