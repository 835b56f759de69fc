import { visitAccesses } from './command-access.ts';
import type { StepProgram } from './step-program.ts';

/** Which commands must stay before which: an order that respects every edge gives the same results. */
export interface CommandOrder {
  /** For each command the earlier ones it must follow, without repeats. Other conflicts follow from these edges. */
  readonly before: readonly (readonly number[])[];
  /** The same edges from the other end. */
  readonly after: readonly (readonly number[])[];
}

/**
 * Data dependencies between the commands of a program, on every buffer: a read follows the last write; a write follows
 * the last write and all reads since.
 */
export function commandOrder(program: StepProgram): CommandOrder {
  const before: number[][] = program.commands.map(() => []);
  const after: number[][] = program.commands.map(() => []);
  const lastWrite = new Int32Array(program.buffers.length).fill(-1);
  const readsSince: number[][] = program.buffers.map(() => []);

  program.commands.forEach((command, index) => {
    const edges = new Set<number>();
    visitAccesses(program, command, (id, access) => {
      const writer = lastWrite[id] ?? -1;
      if (writer !== -1) edges.add(writer);
      if (access !== 'read') for (const reader of readsSince[id] ?? []) edges.add(reader);
    });
    visitAccesses(program, command, (id, access) => {
      if (access === 'read') {
        if (program.buffers[id]?.role.type !== 'constant') readsSince[id]?.push(index);
      } else {
        lastWrite[id] = index;
        readsSince[id] = [];
      }
    });
    for (const edge of edges) {
      before[index]?.push(edge);
      after[edge]?.push(index);
    }
  });
  return { before, after };
}
