/**
 * Which buffers a command touches, and how. Every analysis and pass sees commands through this one function, so they
 * agree on what a data dependency is.
 */
import type { BufferId, ProgramCommand, StepProgram } from './step-program.ts';

/**
 * - `read`: contents are used, never changed
 * - `modify`: contents may be used and are changed (`var<storage, read_write>`, or a copy into a part)
 * - `overwrite`: the whole buffer is replaced; what it held before does not matter
 */
export type CommandAccess = 'read' | 'modify' | 'overwrite';

/** Calls `visit` once for each binding of a dispatch, the source and target of a copy, or the target of a clear. */
export function visitAccesses(
  program: StepProgram,
  command: ProgramCommand,
  visit: (buffer: BufferId, access: CommandAccess) => void,
): void {
  switch (command.type) {
    case 'dispatch':
      for (const { buffer, access } of command.bindings) visit(buffer, access === 'write' ? 'modify' : 'read');
      return;
    case 'copy': {
      const whole = command.sizeBytes >= (program.buffers[command.target]?.sizeBytes ?? 0);
      visit(command.source, 'read');
      visit(command.target, whole ? 'overwrite' : 'modify');
      return;
    }
    case 'clear':
      visit(command.target, 'overwrite');
      return;
    default:
      command satisfies never;
  }
}
