import { formatElapsed, formatSignificant } from '../strings/format.ts';

const SECOND_MS = 1000;

/**
 * Milliseconds as people read them: "12.3 ms", "1.2 s".
 *
 * @param underOneMs what is said of less than one.
 */
export function timeText(ms: number, underOneMs: string): string {
  if (ms < 1) return underOneMs;
  return ms < SECOND_MS ? `${formatSignificant(ms)}\u00a0ms` : formatElapsed(ms);
}
