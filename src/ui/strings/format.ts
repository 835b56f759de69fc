import { type ByteUnit, formatBytes as formatBytesOf } from '../../core/bytes.ts';

/** Numbers as people read them: three significant digits, grouped thousands, units apart from values. */

export interface Quantity {
  readonly value: string;
  readonly unit: string;
}

const BYTES_PER_UNIT: Readonly<Record<ByteUnit, number>> = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };
const integerFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 16384 → "16,384". */
export function formatInteger(value: number): string {
  return integerFormat.format(value);
}

/** Three significant digits, trailing zeros kept so that widths stay: 5.8 → "5.80", 171.4 → "171", 0.00123 → "0.00123". */
export function formatSignificant(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 999.5) return formatInteger(value);
  if (size < 1e-4) return value.toExponential(1).replace('e-', '\u202fe\u2212');
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(Number(size.toPrecision(3)))));
  return value.toFixed(decimals);
}

/** The unit in which a number of bytes reads best. */
export function byteUnit(bytes: number): ByteUnit {
  return formatBytesOf(bytes).unit;
}

/** Bytes in a unit, by default the one that reads best: 6291456 → { value: "6.00", unit: "MiB" }. */
export function bytesQuantity(bytes: number, unit: ByteUnit = byteUnit(bytes)): Quantity {
  const own = formatBytesOf(bytes);
  return { value: own.unit === unit ? own.value : formatSignificant(bytes / BYTES_PER_UNIT[unit]), unit };
}

/** 6291456 → "6.00 MiB", with a space that does not break. */
export function formatBytes(bytes: number): string {
  const { value, unit } = bytesQuantity(bytes);
  return `${value}\u00a0${unit}`;
}

/** A number of bytes that promises to be enough: rounded up. */
export function formatBytesAtLeast(bytes: number): string {
  const { value, unit } = formatBytesOf(bytes, 'up');
  return `${value}\u00a0${unit}`;
}

/** 0.8731 → "87.3 %". */
export function formatPercent(share: number): string {
  return Number.isFinite(share) ? `${(share * 100).toFixed(1)}\u00a0%` : '–';
}

/** Elapsed time: "0.8 s", "12.3 s", "2 min 05 s", "1 h 02 min". */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)}\u00a0s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)}\u00a0min ${String(whole % 60).padStart(2, '0')}\u00a0s`;
  return `${Math.floor(whole / 3600)}\u00a0h ${String(Math.floor((whole % 3600) / 60)).padStart(2, '0')}\u00a0min`;
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** A day in the computer's time zone: "30 November 2026". @param ms milliseconds since 1970 */
export function formatDate(ms: number): string {
  return dateFormat.format(ms);
}
