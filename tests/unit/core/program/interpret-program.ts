import type { MemoryPlan } from '../../../../src/core/program/memory-plan.ts';
import type { BufferId, ProgramCommand, StepProgram } from '../../../../src/core/program/step-program.ts';

/** Contents of persistent buffers by name, each boiled down to one number. */
export type Contents = ReadonlyMap<string, number>;

/** Where a transient lies: a physical buffer, and the byte it starts at. */
export interface Place {
  readonly buffer: number;
  readonly offset: number;
}

interface Cell {
  readonly owner: number;
  readonly contents: number;
}

/**
 * Runs a program on numbers: each write leaves a hash of the kernel, the binding, and everything the command can see.
 * Two orders of commands, or two placements of values, give the same final contents only when every command saw the
 * same. `placeOf` says where a transient lies; a value of which another has taken a word reads as foreign.
 */
export function interpretProgram(
  program: StepProgram,
  start: Contents = new Map(),
  placeOf: (buffer: BufferId) => Place = (buffer) => ({ buffer, offset: 0 }),
): Contents {
  const persistent = new Map(start);
  const memory = new Map<string, Cell>();

  function read(id: BufferId): number {
    const role = program.buffers[id]?.role;
    if (role?.type === 'persistent') return persistent.get(role.name) ?? hash([id, ...codes(role.name)]);
    if (role?.type === 'constant') return hash([7, ...role.data]);
    const cells = words(id).map((word) => memory.get(word));
    // What an earlier tenant left behind must not matter: to its new owner the buffer is undefined.
    return cells.every((cell) => cell?.owner === id) ? (cells[0]?.contents ?? 0) : 0;
  }

  function write(id: BufferId, contents: number): void {
    const role = program.buffers[id]?.role;
    if (role?.type === 'persistent') persistent.set(role.name, contents);
    else for (const word of words(id)) memory.set(word, { owner: id, contents });
  }

  /** The words of physical memory that a transient covers. */
  function words(id: BufferId): string[] {
    const { buffer, offset } = placeOf(id);
    const length = (program.buffers[id]?.sizeBytes ?? 0) / 4;
    return Array.from({ length }, (_, word) => `${buffer}:${offset / 4 + word}`);
  }

  for (const command of program.commands) {
    for (const [id, contents] of effects(program, command, read)) write(id, contents);
  }
  return persistent;
}

/** Runs programs one after another in physical buffers that they share. */
export function interpretPlaced(
  programs: readonly StepProgram[],
  { assignment, offsets }: Pick<MemoryPlan, 'assignment' | 'offsets'>,
): Contents {
  return programs.reduce<Contents>((contents, program, index) => {
    const placeOf = (id: BufferId): Place => {
      const buffer = assignment[index]?.[id];
      const offset = offsets[index]?.[id];
      if (buffer === undefined || offset === undefined) throw new Error(`Transient ${id} has no place.`);
      return { buffer, offset };
    };
    return interpretProgram(program, contents, placeOf);
  }, new Map());
}

function effects(program: StepProgram, command: ProgramCommand, read: (id: BufferId) => number): [BufferId, number][] {
  if (command.type === 'clear') return [[command.target, hash([11])]];
  if (command.type === 'copy') {
    const whole = command.sizeBytes === program.buffers[command.target]?.sizeBytes;
    const source = hash([13, read(command.source), command.sizeBytes]);
    return [[command.target, whole ? source : hash([source, read(command.target)])]];
  }
  const seen = command.bindings.map(({ buffer }) => read(buffer));
  const label = codes(program.shaders[command.shader]?.label ?? '');
  return command.bindings
    .filter(({ access }) => access === 'write')
    .map(({ buffer, binding }) => [buffer, hash([17, binding, ...label, ...seen])]);
}

function codes(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}

function hash(words: readonly number[]): number {
  let state = 0x811c9dc5;
  for (const word of words) {
    state = Math.imul(state ^ word, 0x9e3779b1);
    state ^= state >>> 15;
  }
  return state;
}
