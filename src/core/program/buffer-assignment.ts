import { transientLifetimes } from './lifetimes.ts';
import type { StepProgram } from './step-program.ts';

/** Where every transient of every program lives. */
export interface BufferAssignment {
  /** Size of each physical buffer: that of its largest value. */
  readonly physicalBytes: readonly number[];
  /** `assignment[program][bufferId]` is an index into `physicalBytes`; undefined for what is not a touched transient. */
  readonly assignment: readonly (readonly (number | undefined)[])[];
}

/** A value on the line of all programs' commands laid end to end. */
interface PlacedValue {
  readonly program: number;
  readonly buffer: number;
  readonly sizeBytes: number;
  readonly first: number;
  readonly last: number;
}

/**
 * Places the transient values of several programs in as few bytes as it can. Programs never run interleaved, so their
 * commands are laid end to end and values of different programs may share a buffer. Two values whose lifetimes touch
 * the same command never share: WebGPU forbids one buffer bound for reading and for writing in one dispatch.
 *
 * Greedy by size (Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net Inference", 2020): largest value
 * first, into the smallest buffer that is free throughout its life.
 */
export function assignBuffers(programs: readonly StepProgram[]): BufferAssignment {
  const values = valuesEndToEnd(programs);
  values.sort((a, b) => b.sizeBytes - a.sizeBytes || a.first - b.first);
  const buffers: Timetable[] = [];
  const assignment = programs.map((program) => new Array<number | undefined>(program.buffers.length).fill(undefined));
  for (const value of values) {
    let index = bestBuffer(buffers, value);
    if (index === -1) index = buffers.push(new Timetable(value.sizeBytes)) - 1;
    buffers[index]?.reserve(value.first, value.last);
    const ofProgram = assignment[value.program];
    if (ofProgram) ofProgram[value.buffer] = index;
  }
  return { physicalBytes: buffers.map(({ sizeBytes }) => sizeBytes), assignment };
}

function valuesEndToEnd(programs: readonly StepProgram[]): PlacedValue[] {
  let start = 0;
  return programs.flatMap((program, index) => {
    const offset = start;
    start += program.commands.length;
    return transientLifetimes(program).map(({ buffer, sizeBytes, first, last }) => ({
      program: index,
      buffer,
      sizeBytes,
      first: first + offset,
      last: last + offset,
    }));
  });
}

/** Index of the smallest free buffer, of equal ones the one left idle the shortest; -1 when none is free. */
function bestBuffer(buffers: readonly Timetable[], { first, last }: PlacedValue): number {
  let best = -1;
  let bestIdle = Number.POSITIVE_INFINITY;
  // Buffers are made in decreasing size: the last is the smallest.
  for (let index = buffers.length - 1; index >= 0; index--) {
    const buffer = buffers[index];
    if (!buffer) continue;
    if (best !== -1 && buffer.sizeBytes > (buffers[best]?.sizeBytes ?? 0)) break;
    const idle = buffer.idleAround(first, last);
    if (idle < bestIdle) {
      best = index;
      bestIdle = idle;
    }
  }
  return best;
}

/** The lifetimes held by one physical buffer: disjoint, in order of time. */
class Timetable {
  readonly sizeBytes: number;
  readonly #firsts: number[] = [];
  readonly #lasts: number[] = [];

  constructor(sizeBytes: number) {
    this.sizeBytes = sizeBytes;
  }

  /** Commands left idle beside a lifetime if it were added; Infinity where it does not fit. */
  idleAround(first: number, last: number): number {
    const at = this.#position(first);
    const before = this.#lasts[at - 1] ?? -1;
    const after = this.#firsts[at] ?? Number.MAX_SAFE_INTEGER;
    return before < first && last < after ? first - before + (after - last) : Number.POSITIVE_INFINITY;
  }

  reserve(first: number, last: number): void {
    const at = this.#position(first);
    this.#firsts.splice(at, 0, first);
    this.#lasts.splice(at, 0, last);
  }

  /** Number of lifetimes that start at or before `first`. */
  #position(first: number): number {
    let low = 0;
    let high = this.#firsts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#firsts[middle] ?? 0) <= first) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
