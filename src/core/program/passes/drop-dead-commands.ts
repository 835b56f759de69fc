import { visitAccesses } from '../command-access.ts';
import type { StepProgram } from '../step-program.ts';

/**
 * Removes the commands whose results nothing uses: they write only transients that no remaining command reads
 * afterwards. What persistent buffers hold after the program does not change.
 *
 * One walk from the end finds them all. A buffer is wanted while a later kept command reads it; a write that may keep
 * part of the contents leaves it wanted before too, a full overwrite does not.
 */
export function dropDeadCommands(program: StepProgram): StepProgram {
  const wanted = new Uint8Array(program.buffers.length);
  for (const { id, role } of program.buffers) if (role.type === 'persistent') wanted[id] = 1;

  const kept = program.commands.toReversed().filter((command) => {
    let isUsed = false;
    visitAccesses(program, command, (id, access) => {
      if (access !== 'read' && wanted[id]) isUsed = true;
    });
    if (!isUsed) return false;
    visitAccesses(program, command, (id, access) => {
      if (access === 'overwrite' && program.buffers[id]?.role.type === 'transient') wanted[id] = 0;
    });
    visitAccesses(program, command, (id, access) => {
      if (access !== 'overwrite') wanted[id] = 1;
    });
    return true;
  });
  return kept.length === program.commands.length ? program : { ...program, commands: kept.reverse() };
}
