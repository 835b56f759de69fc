import type { ByteKind } from './byte-kind.ts';
import { visitAccesses } from './command-access.ts';
import type { BufferId, StepProgram } from './step-program.ts';

/** The commands during which a transient value must keep its bytes. */
export interface Lifetime {
  readonly buffer: BufferId;
  readonly sizeBytes: number;
  readonly kind: ByteKind;
  /** Index of the first command that touches it. */
  readonly first: number;
  /** Index of the last command that touches it, inclusive. */
  readonly last: number;
}

/** Lifetimes of all transient buffers that some command touches, in the order of their ids. */
export function transientLifetimes(program: StepProgram): Lifetime[] {
  const first = new Int32Array(program.buffers.length).fill(-1);
  const last = new Int32Array(program.buffers.length).fill(-1);
  program.commands.forEach((command, index) => {
    visitAccesses(program, command, (id) => {
      if (first[id] === -1) first[id] = index;
      last[id] = index;
    });
  });
  const lifetimes: Lifetime[] = [];
  for (const { id, sizeBytes, kind, role } of program.buffers) {
    const born = first[id] ?? -1;
    if (role.type !== 'transient' || born === -1) continue;
    lifetimes.push({ buffer: id, sizeBytes, kind, first: born, last: last[id] ?? born });
  }
  return lifetimes;
}
