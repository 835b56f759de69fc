import { visitAccesses } from '../command-access.ts';
import type { ProgramCommand, StepProgram } from '../step-program.ts';

/**
 * Removes transients, constants and shaders that no command uses and numbers the rest anew, in their old order.
 * Persistent buffers stay, used or not: they are the program's interface.
 */
export function dropUnusedBuffers(program: StepProgram): StepProgram {
  const usedBuffers = new Uint8Array(program.buffers.length);
  const usedShaders = new Uint8Array(program.shaders.length);
  for (const { id, role } of program.buffers) if (role.type === 'persistent') usedBuffers[id] = 1;
  for (const command of program.commands) {
    if (command.type === 'dispatch') usedShaders[command.shader] = 1;
    visitAccesses(program, command, (id) => {
      usedBuffers[id] = 1;
    });
  }
  if (usedBuffers.every(Boolean) && usedShaders.every(Boolean)) return program;

  const newBuffer = newNumbers(usedBuffers);
  const newShader = newNumbers(usedShaders);
  return {
    buffers: program.buffers
      .filter(({ id }) => usedBuffers[id])
      .map((buffer) => ({ ...buffer, id: newBuffer(buffer.id) })),
    shaders: program.shaders.filter((_, index) => usedShaders[index]),
    commands: program.commands.map((command) => renumber(command, newBuffer, newShader)),
  };
}

function newNumbers(used: Uint8Array): (old: number) => number {
  const numbers = new Int32Array(used.length);
  let next = 0;
  used.forEach((isUsed, old) => {
    numbers[old] = isUsed ? next++ : -1;
  });
  return (old) => numbers[old] ?? -1;
}

function renumber(
  command: ProgramCommand,
  newBuffer: (old: number) => number,
  newShader: (old: number) => number,
): ProgramCommand {
  switch (command.type) {
    case 'dispatch':
      return {
        ...command,
        shader: newShader(command.shader),
        bindings: command.bindings.map((binding) => ({ ...binding, buffer: newBuffer(binding.buffer) })),
      };
    case 'copy':
      return { ...command, source: newBuffer(command.source), target: newBuffer(command.target) };
    case 'clear':
      return { ...command, target: newBuffer(command.target) };
    default:
      return command satisfies never;
  }
}
