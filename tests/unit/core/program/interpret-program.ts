import type { MemoryPlan } from '../../../../src/core/program/memory-plan.ts';
import type { BufferId, ProgramCommand, StepProgram } from '../../../../src/core/program/step-program.ts';

/** Contents of persistent buffers by name, each boiled down to one number. */
export type Contents = ReadonlyMap<string, number>;

interface Cell {
  readonly owner: number;
  readonly contents: number;
}

/**
 * Runs a program on numbers: each write leaves a hash of the kernel, the binding, and everything the command can see.
 * Two orders of commands, or two placements of values, give the same final contents only when every command saw the
 * same. `place` names the physical buffer of a transient; a value that was overwritten by another reads as foreign.
 */
export function interpretProgram(
  program: StepProgram,
  start: Contents = new Map(),
  place: (buffer: BufferId) => number | undefined = (buffer) => buffer,
): Contents {
  const persistent = new Map(start);
  const cells = new Map<number, Cell>();

  function read(id: BufferId): number {
    const role = program.buffers[id]?.role;
    if (role?.type === 'persistent') return persistent.get(role.name) ?? hash([id, ...codes(role.name)]);
    if (role?.type === 'constant') return hash([7, ...role.data]);
    const cell = cells.get(home(id));
    // What an earlier tenant left behind must not matter: to its new owner the buffer is undefined.
    return cell?.owner === id ? cell.contents : 0;
  }

  function write(id: BufferId, contents: number): void {
    const role = program.buffers[id]?.role;
    if (role?.type === 'persistent') persistent.set(role.name, contents);
    else cells.set(home(id), { owner: id, contents });
  }

  function home(id: BufferId): number {
    const index = place(id);
    if (index === undefined) throw new Error(`Transient ${id} has no place.`);
    return index;
  }

  for (const command of program.commands) {
    for (const [id, contents] of effects(program, command, read)) write(id, contents);
  }
  return persistent;
}

/** Runs the programs of a plan one after another in the plan's physical buffers. */
export function interpretPlan(plan: MemoryPlan): Contents {
  return plan.programs.reduce<Contents>(
    (contents, program, index) => interpretProgram(program, contents, (id) => plan.assignment[index]?.[id]),
    new Map(),
  );
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
