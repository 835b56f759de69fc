import { visitAccesses } from '../command-access.ts';
import { commandOrder } from '../command-order.ts';
import type { ProgramCommand, StepProgram } from '../step-program.ts';

/**
 * Moves each command of phase `accumulate` to right after the gradient it consumes is ready, so that a gradient's bytes
 * are free again before the next one is made. Other commands keep their order; a command never passes one it depends on.
 */
export function sinkAccumulations(program: StepProgram): StepProgram {
  const { before } = commandOrder(program);
  // Index of the resting command each command follows.
  const anchors = new Int32Array(program.commands.length);
  program.commands.forEach((command, index) => {
    if (!isAccumulation(program, command)) {
      anchors[index] = index;
      return;
    }
    let anchor = -1;
    for (const earlier of before[index] ?? []) anchor = Math.max(anchor, anchors[earlier] ?? -1);
    anchors[index] = anchor;
  });
  const order = program.commands.map((_, index) => index);
  // An anchor's own index is the smallest of its group: the sort keeps it first and its followers in order.
  order.sort((a, b) => (anchors[a] ?? 0) - (anchors[b] ?? 0) || a - b);
  if (order.every((old, index) => old === index)) return program;
  return { ...program, commands: order.flatMap((index) => program.commands[index] ?? []) };
}

function isAccumulation(program: StepProgram, command: ProgramCommand): boolean {
  if (command.phase !== 'accumulate') return false;
  let readsTransient = false;
  visitAccesses(program, command, (id, access) => {
    if (access === 'read' && program.buffers[id]?.role.type === 'transient') readsTransient = true;
  });
  return readsTransient;
}
