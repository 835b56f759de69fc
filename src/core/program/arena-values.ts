import { visitAccesses } from './command-access.ts';
import { transientLifetimes } from './lifetimes.ts';
import type { StepProgram } from './step-program.ts';

/** A transient value that needs a place in the arena. Times count on the line of all programs' commands end to end. */
export interface ArenaValue {
  readonly index: number;
  /** Index of its program, and its id there. */
  readonly program: number;
  readonly buffer: number;
  readonly sizeBytes: number;
  readonly first: number;
  readonly last: number;
  /**
   * Values that some command touches together with this one and writes one of the two. They must lie in different
   * physical buffers: WebGPU tracks use by whole buffers, and forbids a writable one any other use in one dispatch.
   */
  readonly clashes: readonly ArenaValue[];
}

type DraftValue = ArenaValue & { readonly clashes: ArenaValue[] };

/** All touched transients of programs that never run interleaved. */
export function arenaValues(programs: readonly StepProgram[]): ArenaValue[] {
  const values: DraftValue[] = [];
  let start = 0;
  programs.forEach((program, programIndex) => {
    const byBuffer = new Map<number, DraftValue>();
    for (const { buffer, sizeBytes, first, last } of transientLifetimes(program)) {
      const place = { index: values.length, program: programIndex, buffer, sizeBytes };
      const value = { ...place, first: start + first, last: start + last, clashes: [] };
      byBuffer.set(buffer, value);
      values.push(value);
    }
    addClashes(program, byBuffer);
    start += program.commands.length;
  });
  return values;
}

function addClashes(program: StepProgram, byBuffer: ReadonlyMap<number, DraftValue>): void {
  for (const command of program.commands) {
    const read: DraftValue[] = [];
    const written: DraftValue[] = [];
    visitAccesses(program, command, (id, access) => {
      const value = byBuffer.get(id);
      if (value) (access === 'read' ? read : written).push(value);
    });
    written.forEach((value, index) => {
      for (const other of [...read, ...written.slice(index + 1)]) {
        value.clashes.push(other);
        other.clashes.push(value);
      }
    });
  }
}
