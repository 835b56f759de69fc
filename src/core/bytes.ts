/** Bytes for people: binary units, three significant digits, and back from what a person types. */

const BINARY_UNITS = ['B', 'KiB', 'MiB', 'GiB'] as const;

export type ByteUnit = (typeof BINARY_UNITS)[number];

export const BYTES_PER_MIB = 1024 ** 2;

export interface FormattedBytes {
  /** The number alone, for a page that sets the unit smaller: "5.80". */
  readonly value: string;
  readonly unit: ByteUnit;
  /** Value and unit: "5.80 MiB". */
  readonly text: string;
}

/**
 * Formats a number of bytes with three significant digits: "512 B", "17.1 KiB", "5.80 MiB", "1.00 GiB".
 *
 * The unit rises when the value would need a fourth digit (1,000 KiB is "0.977 MiB"), so that a running number keeps
 * its width; only thousands of GiB take more digits. A value that is not finite reads "–".
 *
 * @param rounding `up` for a number that promises to be enough ("at least 5.81 MiB"), `nearest` for all others.
 */
export function formatBytes(bytes: number, rounding: 'nearest' | 'up' = 'nearest'): FormattedBytes {
  if (!Number.isFinite(bytes)) return { value: '–', unit: 'B', text: '–' };
  const sign = bytes < 0 ? '−' : '';
  let scaled = Math.abs(bytes);
  let step = 0;
  while (step < BINARY_UNITS.length - 1 && roundTo(scaled, 0, rounding) >= 1000) {
    scaled /= 1024;
    step += 1;
  }
  const unit = BINARY_UNITS[step] ?? 'GiB';
  const decimals = unit === 'B' ? 0 : decimalsFor(scaled, rounding);
  const value = `${sign}${roundTo(scaled, decimals, rounding).toFixed(decimals)}`;
  return { value, unit, text: `${value} ${unit}` };
}

/** Decimals that make three significant digits of a value under 1,000, after rounding. */
function decimalsFor(value: number, rounding: 'nearest' | 'up'): number {
  if (roundTo(value, 3, rounding) < 1) return 3;
  if (roundTo(value, 2, rounding) < 10) return 2;
  return roundTo(value, 1, rounding) < 100 ? 1 : 0;
}

function roundTo(value: number, decimals: number, rounding: 'nearest' | 'up'): number {
  const factor = 10 ** decimals;
  return (rounding === 'up' ? Math.ceil(value * factor) : Math.round(value * factor)) / factor;
}

const BYTES_PER_UNIT: ReadonlyMap<string, number> = new Map([
  ['b', 1],
  ['kb', 1000],
  ['mb', 1000 ** 2],
  ['gb', 1000 ** 3],
  ['kib', 1024],
  ['mib', 1024 ** 2],
  ['gib', 1024 ** 3],
  ['', BYTES_PER_MIB],
]);

/**
 * Reads an amount of memory as a person types it: "6MiB", "24 GiB", "512 MB", "0.5gib", "6" (a bare number is MiB).
 * KiB, MiB and GiB are powers of 1,024; kB, MB and GB powers of 1,000; upper and lower case are the same.
 *
 * @returns whole bytes, rounded to the nearest; `undefined` for anything else, negative numbers included.
 */
export function parseBytes(text: string): number | undefined {
  const match = /^\s*(\d+(?:\.\d*)?|\.\d+)\s*([a-z]*)\s*$/i.exec(text);
  const unitBytes = BYTES_PER_UNIT.get(match?.[2]?.toLowerCase() ?? 'none');
  if (match === null || unitBytes === undefined) return undefined;
  const bytes = Math.round(Number(match[1]) * unitBytes);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}
