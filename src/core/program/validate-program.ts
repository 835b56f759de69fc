import { visitAccesses } from './command-access.ts';
import type { DispatchCommand, ProgramBuffer, ProgramCommand, StepProgram } from './step-program.ts';

/**
 * Checks that a program can be planned and replayed at all.
 *
 * @throws Error naming the first offence. It is a bug in what made the program, never a person's mistake: a buffer or
 * shader that does not exist, a size WebGPU cannot copy (not a multiple of 4), a transient that is read before anything
 * writes it, a constant that is written, or one buffer bound in one command in two ways that WebGPU forbids together
 * (WebGPU specification, section "Usage scope": a writable storage use excludes any other use).
 */
export function validateProgram(program: StepProgram): void {
  const names = new Set<string>();
  program.buffers.forEach((buffer, id) => {
    validateBuffer(buffer, id);
    if (buffer.role.type !== 'persistent') return;
    if (names.has(buffer.role.name)) throw new Error(`Two buffers are called "${buffer.role.name}".`);
    names.add(buffer.role.name);
  });

  const written = new Uint8Array(program.buffers.length);
  program.commands.forEach((command, index) => {
    const place = placeOf(program, command, index);
    validateNumbers(program, command, place);
    validateConflicts(program, command, place);
    visitAccesses(program, command, (id, access) => {
      if (access !== 'read') return;
      if (program.buffers[id]?.role.type === 'transient' && !written[id]) {
        throw new Error(`${place} reads transient buffer ${id} before anything writes it.`);
      }
    });
    visitAccesses(program, command, (id, access) => {
      if (access === 'read') return;
      if (program.buffers[id]?.role.type === 'constant') throw new Error(`${place} writes constant buffer ${id}.`);
      written[id] = 1;
    });
  });
}

function validateBuffer(buffer: ProgramBuffer, index: number): void {
  if (buffer.id !== index) throw new Error(`Buffer ${index} carries the id ${buffer.id}.`);
  if (!isSize(buffer.sizeBytes)) {
    throw new Error(`Buffer ${index} has ${buffer.sizeBytes} bytes; sizes are whole multiples of 4.`);
  }
  if (buffer.role.type === 'constant' && buffer.role.data.byteLength > buffer.sizeBytes) {
    throw new Error(`Constant ${index} has ${buffer.role.data.byteLength} bytes of data for ${buffer.sizeBytes}.`);
  }
}

function validateNumbers(program: StepProgram, command: ProgramCommand, place: string): void {
  visitAccesses(program, command, (id) => {
    if (program.buffers[id] === undefined) throw new Error(`${place} names buffer ${id}, which does not exist.`);
  });
  if (command.type === 'dispatch') {
    if (program.shaders[command.shader] === undefined) {
      throw new Error(`${place} names shader ${command.shader}, which does not exist.`);
    }
    if (command.workgroups.some((count) => !Number.isInteger(count) || count < 0)) {
      throw new Error(`${place} asks for ${command.workgroups.join(' × ')} workgroups.`);
    }
  } else if (command.type === 'copy') {
    const room = Math.min(...[command.source, command.target].map((id) => program.buffers[id]?.sizeBytes ?? 0));
    if (!isSize(command.sizeBytes) || command.sizeBytes > room) {
      throw new Error(`${place} copies ${command.sizeBytes} bytes where ${room} are there.`);
    }
  }
}

function validateConflicts(program: StepProgram, command: ProgramCommand, place: string): void {
  const touched = new Map<number, boolean>();
  visitAccesses(program, command, (id, access) => {
    const before = touched.get(id);
    const writes = access !== 'read';
    if (before !== undefined && (before || writes)) {
      throw new Error(`${place} binds buffer ${id} twice, once for writing.`);
    }
    touched.set(id, writes);
  });
  if (command.type === 'dispatch') validateSlots(command, place);
}

function validateSlots(command: DispatchCommand, place: string): void {
  const slots = new Set<number>();
  for (const { binding } of command.bindings) {
    if (slots.has(binding)) throw new Error(`${place} has two bindings numbered ${binding}.`);
    slots.add(binding);
  }
}

function isSize(bytes: number): boolean {
  return Number.isSafeInteger(bytes) && bytes >= 0 && bytes % 4 === 0;
}

function placeOf(program: StepProgram, command: ProgramCommand, index: number): string {
  const label = command.type === 'dispatch' ? (program.shaders[command.shader]?.label ?? '?') : command.type;
  return `Command ${index} (${label})`;
}
