/** Axes of bytes: round numbers of KiB, MiB or GiB, in one unit. */
import { byteTicks } from '../../core/metrics/byte-ticks.ts';
import { formatInteger } from '../strings/format.ts';
import type { NumberAxis } from './number-axis.ts';

const UNIT_BYTES = { KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 } as const;

export type AxisUnit = keyof typeof UNIT_BYTES;

export interface ByteAxis extends NumberAxis {
  /** Unit of all ticks: MiB unless that would take four digits, or less than one tick. */
  readonly unit: AxisUnit;
}

/** An axis from 0 to a round number of bytes at or above `maximumBytes`. */
export function byteAxis(maximumBytes: number, maximumSteps = 5): ByteAxis {
  const ticks = byteTicks(Math.max(maximumBytes, UNIT_BYTES.KiB), maximumSteps);
  const top = ticks.at(-1) ?? UNIT_BYTES.KiB;
  const unit = top < UNIT_BYTES.MiB ? 'KiB' : top < 1000 * UNIT_BYTES.MiB ? 'MiB' : 'GiB';
  return { domain: [0, top], ticks, unit };
}

/** A tick of such an axis, without its unit and without needless zeros. */
export function byteTickText(bytes: number, unit: AxisUnit): string {
  const value = Number((bytes / UNIT_BYTES[unit]).toPrecision(4));
  return value >= 1000 ? formatInteger(value) : String(value);
}

/** Formatters of ticks, one a unit, always the same function so that an axis is not drawn again for nothing. */
export const BYTE_TICK: Readonly<Record<AxisUnit, (bytes: number) => string>> = {
  KiB: (bytes) => byteTickText(bytes, 'KiB'),
  MiB: (bytes) => byteTickText(bytes, 'MiB'),
  GiB: (bytes) => byteTickText(bytes, 'GiB'),
};
