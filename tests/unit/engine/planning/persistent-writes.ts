import { visitAccesses } from '../../../../src/core/program/command-access.ts';
import type { StepProgram } from '../../../../src/core/program/step-program.ts';

/** Names of the persistent buffers that some command of a program writes. */
export function persistentWrites(program: StepProgram): ReadonlySet<string> {
  const names = new Set<string>();
  for (const command of program.commands) {
    visitAccesses(program, command, (id, access) => {
      const role = program.buffers[id]?.role;
      if (access !== 'read' && role?.type === 'persistent') names.add(role.name);
    });
  }
  return names;
}
