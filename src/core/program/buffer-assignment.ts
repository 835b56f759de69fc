import { hashUint32 } from '../prng.ts';
import { ArenaBuffer } from './arena-buffer.ts';
import { type ArenaValue, arenaValues } from './arena-values.ts';
import { livenessLowerBoundBytes } from './live-bytes.ts';
import type { StepProgram } from './step-program.ts';

/** Where every transient of every program lives. */
export interface BufferAssignment {
  /** Size of each physical buffer: that of its largest value. */
  readonly physicalBytes: readonly number[];
  /** `assignment[program][bufferId]` is an index into `physicalBytes`; undefined for what is not a touched transient. */
  readonly assignment: readonly (readonly (number | undefined)[])[];
  /** Byte at which each value starts in its physical buffer: a multiple of the alignment asked for. */
  readonly offsets: readonly (readonly (number | undefined)[])[];
  /** Look-ups made: a measure of the time spent that does not depend on the machine. */
  readonly work: number;
}

/** The best assignment found so far is taken once it is this close to the liveness lower bound, … */
const CLOSE_ENOUGH = 1.001;
/** … or after so many attempts in vain, more of them while it is not even near, … */
const MAX_VAIN_ATTEMPTS = { near: 16, far: 64 } as const;
const NEAR = 1.02;
/** … or after so many steps of work in all attempts. */
const MAX_WORK = 2_000_000;

/**
 * Places the transient values of several programs in as few bytes as it can. Programs never run interleaved, so their
 * commands are laid end to end and values of different programs may share bytes. Values alive at one command never
 * share bytes; values that one command reads and writes never share a buffer (see ArenaValue).
 *
 * Greedy by size (Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net Inference", 2020): largest value
 * first, into a buffer with room for it throughout its life. It is repeated with values in other orders while the
 * result is above the liveness lower bound. Deterministic.
 *
 * @param offsetAlignment values start at multiples of it (a device's `minStorageBufferOffsetAlignment`); Infinity
 * gives each value a whole buffer while it lives.
 */
export function assignBuffers(
  programs: readonly StepProgram[],
  offsetAlignment: number = Number.POSITIVE_INFINITY,
): BufferAssignment {
  const values = arenaValues(programs);
  const lowerBoundBytes = livenessLowerBoundBytes(programs);
  let best: Placement | undefined;
  let work = 0;
  let bestAttempt = 0;
  let vainAttempts: number = MAX_VAIN_ATTEMPTS.far;
  for (let attempt = 0; attempt <= bestAttempt + vainAttempts && work < MAX_WORK; attempt++) {
    const placement = place(inOrder(values, attempt), attempt % 2 === 0, offsetAlignment);
    if (best === undefined || placement.totalBytes < best.totalBytes) {
      best = placement;
      bestAttempt = attempt;
    }
    work += values.length + placement.buffers.reduce((sum, buffer) => sum + buffer.work, 0);
    if (best.totalBytes <= lowerBoundBytes * CLOSE_ENOUGH) break;
    if (best.totalBytes <= lowerBoundBytes * NEAR) vainAttempts = MAX_VAIN_ATTEMPTS.near;
  }
  const byProgram = (array: ArrayLike<number> | undefined) => {
    const table = programs.map(({ buffers }) => new Array<number | undefined>(buffers.length).fill(undefined));
    for (const { program, buffer, index } of values) {
      const row = table[program];
      if (row) row[buffer] = array?.[index];
    }
    return table;
  };
  return {
    physicalBytes: best?.buffers.map(({ sizeBytes }) => sizeBytes) ?? [],
    assignment: byProgram(best?.places),
    offsets: byProgram(best?.offsets),
    work,
  };
}

interface Placement {
  readonly totalBytes: number;
  readonly buffers: readonly ArenaBuffer[];
  /** By value. */
  readonly places: Int32Array;
  readonly offsets: Float64Array;
}

/**
 * Values from the largest to the smallest. Attempt 0: those of one size longest first; 1: earliest first; then at
 * random, in half of the attempts with sizes taken up to twice as large, which lets smaller values go first at times.
 */
function inOrder(values: readonly ArenaValue[], attempt: number): readonly ArenaValue[] {
  const random = ({ index }: ArenaValue): number => hashUint32(hashUint32(attempt) ^ index);
  const stretch = attempt >= 2 && attempt % 4 >= 2 ? 2 ** -32 : 0;
  const keys = values.map((value) => {
    const tie = [value.first - value.last, value.first][attempt] ?? random(value);
    return { size: value.sizeBytes * (1 + stretch * tie), tie };
  });
  const key = ({ index }: ArenaValue) => keys[index] ?? { size: 0, tie: 0 };
  return values.toSorted((a, b) => key(b).size - key(a).size || key(a).tie - key(b).tie || a.index - b.index);
}

/** Puts each value into the first buffer that has room, from the newest or from the oldest on. */
function place(values: readonly ArenaValue[], newestFirst: boolean, alignment: number): Placement {
  const buffers: ArenaBuffer[] = [];
  const places = new Int32Array(values.length);
  const offsets = new Float64Array(values.length);
  const clashes = new Int32Array(values.length).fill(-1);
  let totalBytes = 0;
  for (const value of values) {
    for (const { index } of value.clashes) clashes[index] = value.index;
    let offset: number | undefined;
    let at = -1;
    for (let step = 0; step < buffers.length && offset === undefined; step++) {
      at = newestFirst ? buffers.length - 1 - step : step;
      offset = buffers[at]?.findOffset(value, clashes, value.index);
    }
    if (offset === undefined) {
      at = buffers.push(new ArenaBuffer(value.sizeBytes, alignment)) - 1;
      totalBytes += value.sizeBytes;
    }
    buffers[at]?.add(value, offset ?? 0);
    places[value.index] = at;
    offsets[value.index] = offset ?? 0;
  }
  return { totalBytes, buffers, places, offsets };
}
