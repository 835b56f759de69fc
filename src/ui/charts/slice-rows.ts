/** Rows of "Inside one slice": live bytes by kind over the commands of one slice. */
import { decimate } from '../../core/metrics/decimate.ts';
import { BYTE_KINDS, type ByteKind, type BytesByKind } from '../../core/program/byte-kind.ts';
import type { SliceTimeline } from '../../core/program/plan-report.ts';

export interface SliceRow extends BytesByKind {
  /** Index of the command, from 0. One row past the last command closes the picture. */
  readonly x: number;
}

const MAXIMUM_ROWS = 296;

/** Live bytes of all kinds at each command. */
export function liveTotals(timeline: SliceTimeline): Float64Array {
  return Float64Array.from(timeline.labels, (_, command) => totalAt(timeline, command));
}

export function totalAt(timeline: SliceTimeline, command: number, kinds: readonly ByteKind[] = BYTE_KINDS): number {
  return kinds.reduce((sum, kind) => sum + (timeline.bytes[kind][command] ?? 0), 0);
}

/** First command of the backward pass, the number of commands where there is none. */
export function backwardStart(timeline: SliceTimeline): number {
  const first = timeline.phases.findIndex((phase) => phase !== 'forward');
  return first < 0 ? timeline.phases.length : first;
}

/** Kinds whose live bytes never change within the slice: parameters, gradient sum, optimizer, and whatever else stands. */
export function steadyKinds(timeline: SliceTimeline): ByteKind[] {
  return BYTE_KINDS.filter((kind) => {
    const [first, ...rest] = timeline.bytes[kind];
    return rest.every((bytes) => bytes === first);
  });
}

/** At most 300 rows: the extremes of each bucket of commands, the peak, and the start of the backward pass. */
export function sliceRows(timeline: SliceTimeline): SliceRow[] {
  const commands = timeline.labels.length;
  if (commands === 0) return [];
  const chosen = new Set(decimate([liveTotals(timeline)], MAXIMUM_ROWS));
  chosen
    .add(timeline.peakCommand)
    .add(Math.min(backwardStart(timeline), commands - 1))
    .add(commands - 1);
  const rows = [...chosen].sort((one, other) => one - other).map((command) => rowAt(timeline, command, command));
  rows.push(rowAt(timeline, commands - 1, commands));
  return rows;
}

function rowAt(timeline: SliceTimeline, command: number, x: number): SliceRow {
  const bytes = (kind: keyof BytesByKind) => timeline.bytes[kind][command] ?? 0;
  return {
    x,
    parameters: bytes('parameters'),
    accumulators: bytes('accumulators'),
    optimizer: bytes('optimizer'),
    activations: bytes('activations'),
    gradients: bytes('gradients'),
    inputs: bytes('inputs'),
    other: bytes('other'),
  };
}
