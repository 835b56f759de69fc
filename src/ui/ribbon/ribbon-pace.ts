/**
 * Whether updates are still slow enough to be watched. Slice events arrive at most ten times a second: when every one
 * of them is about another update, the cells would flicker at random and say nothing.
 */
export interface RibbonPace {
  readonly update: number;
  readonly atMs: number;
  /** Smoothed updates per second; 0 while unknown. */
  readonly updatesPerSecond: number;
  readonly isTooFast: boolean;
}

export const STILL: RibbonPace = { update: 0, atMs: 0, updatesPerSecond: 0, isTooFast: false };

/** Updates per second above which cells are no longer drawn one by one, and below which they are again. */
const TOO_FAST = 4;
const SLOW_AGAIN = 2.5;
/** Milliseconds over which the rate is averaged. */
const WINDOW_MS = 1000;

/** The pace after an event about `update` at `atMs` (page clock). */
export function nextPace(previous: RibbonPace, update: number, atMs: number): RibbonPace {
  if (previous.atMs === 0 || update < previous.update) return { ...STILL, update, atMs };
  const elapsedMs = atMs - previous.atMs;
  if (elapsedMs <= 0) return previous;
  const rate = ((update - previous.update) * 1000) / elapsedMs;
  const weight = 1 - Math.exp(-elapsedMs / WINDOW_MS);
  const updatesPerSecond = previous.updatesPerSecond + weight * (rate - previous.updatesPerSecond);
  const isTooFast = updatesPerSecond > (previous.isTooFast ? SLOW_AGAIN : TOO_FAST);
  return { update, atMs, updatesPerSecond, isTooFast };
}
