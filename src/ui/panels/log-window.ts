/** The events log as it is shown and as it is saved. Pure. */
import type { LogEntry } from '../../protocol/events.ts';

/** Entries shown at most; the rest is in the download. */
const SHOWN_ENTRIES = 200;

export interface LogWindow {
  /** Newest first. */
  readonly shown: readonly { readonly entry: LogEntry; readonly index: number }[];
  readonly earlier: number;
}

export function logWindow(log: readonly LogEntry[]): LogWindow {
  const earlier = Math.max(0, log.length - SHOWN_ENTRIES);
  const shown = log
    .slice(earlier)
    .map((entry, index) => ({ entry, index: earlier + index }))
    .reverse();
  return { shown, earlier };
}

/** Time since the run started, with a tenth of a second: "0:05.3", "1:02:07.0". */
export function clockText(ms: number): string {
  const tenths = Math.round(Math.max(0, ms) / 100);
  const seconds = `${String(Math.floor(tenths / 10) % 60).padStart(2, '0')}.${tenths % 10}`;
  const minutes = Math.floor(tenths / 600) % 60;
  const hours = Math.floor(tenths / 36_000);
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}

/** The log as lines of text, oldest first. */
export function logText(log: readonly LogEntry[]): string {
  return log
    .map(({ atMs, update, level, text }) => `${clockText(atMs)}\t${level}\tupdate ${update}\t${text}\n`)
    .join('');
}
