/**
 * Ticks of an axis of bytes: 0 and equal steps, the step a power of two, so that each tick is a short number of bytes,
 * KiB, MiB or GiB (0, 2, 4, 6 MiB and never 1.9 MiB). The last tick is at or above `maximumBytes`; the axis can end there.
 *
 * @param maximumBytes largest value to show; anything not above zero counts as one byte
 * @param maximumSteps most steps between ticks
 */
export function byteTicks(maximumBytes: number, maximumSteps = 5): number[] {
  const top = Number.isFinite(maximumBytes) ? Math.max(1, maximumBytes) : 1;
  let step = 2 ** Math.max(0, Math.ceil(Math.log2(top / maximumSteps)));
  // The logarithm is rounded; the loop is exact.
  while (step * maximumSteps < top) step *= 2;
  return Array.from({ length: Math.ceil(top / step) + 1 }, (_, i) => i * step);
}
