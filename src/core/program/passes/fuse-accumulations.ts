import { visitAccesses } from '../command-access.ts';
import type { BufferId, DispatchCommand, ProgramShader, StepProgram } from '../step-program.ts';

/**
 * Kernels that write each element of their result exactly once and never read it, so that adding into it instead gives
 * the same sum to the bit. (A kernel that wrote an element twice would count it twice.)
 */
const SINGLE_WRITERS: ReadonlySet<string> = new Set([
  'MatrixProduct',
  'MatMulPacked',
  'ConvFilterGradient',
  'ColumnSum',
]);

/** The only way to write a result in these kernels: tfjs's setter. */
const WRITE = /result\[flatIndex\] = ([^;]+);/g;

/**
 * Lets a kernel that makes a gradient add it straight into its accumulator: the gradient itself never exists. Saves the
 * bytes of the largest gradient at the peak, one dispatch and two passes over memory for each parameter it applies to.
 *
 * Applies where the accumulation's value is written by one such kernel and read by nobody else.
 */
export function fuseAccumulations(program: StepProgram): StepProgram {
  const uses = countUses(program);
  const shaders = [...program.shaders];
  const fusedShader = new Map<number, number>();
  const commands = [...program.commands];
  program.commands.forEach((accumulation, index) => {
    const target = accumulation.type === 'dispatch' ? accumulationOf(program, accumulation) : undefined;
    if (!target) return;
    const use = uses.get(target.value);
    if (use?.writers.length !== 1 || use.readers !== 1) return;
    const [writerIndex = -1] = use.writers;
    const writer = program.commands[writerIndex];
    const shader = writer?.type === 'dispatch' ? program.shaders[writer.shader] : undefined;
    if (writer?.type !== 'dispatch' || !shader || !canAdd(shader)) return;
    const touches = uses.get(target.accumulator)?.touches ?? [];
    if (touches.some((touch) => touch > writerIndex && touch < index)) return;
    const known = fusedShader.get(writer.shader);
    const fused = known ?? shaders.push(adding(shader)) - 1;
    fusedShader.set(writer.shader, fused);
    const bindings = writer.bindings.map((binding) =>
      binding.buffer === target.value ? { ...binding, buffer: target.accumulator } : binding,
    );
    commands[writerIndex] = { ...writer, shader: fused, bindings };
    delete commands[index];
  });
  return { ...program, shaders, commands: commands.filter((command) => command !== undefined) };
}

interface Accumulation {
  readonly accumulator: BufferId;
  readonly value: BufferId;
}

/** What an `Accumulate` dispatch adds to what; undefined for every other command. */
function accumulationOf(program: StepProgram, command: DispatchCommand): Accumulation | undefined {
  if (program.shaders[command.shader]?.label !== 'Accumulate') return undefined;
  const accumulator = command.bindings.find(({ access }) => access === 'write')?.buffer;
  const value = command.bindings.find(({ access }) => access === 'read')?.buffer;
  if (accumulator === undefined || value === undefined) return undefined;
  const isFullSize = program.buffers[accumulator]?.sizeBytes === program.buffers[value]?.sizeBytes;
  return isFullSize && program.buffers[value]?.role.type === 'transient' ? { accumulator, value } : undefined;
}

function canAdd({ label, code }: ProgramShader): boolean {
  const writes = code.match(WRITE)?.length ?? 0;
  const mentions = code.match(/\bresult\b/g)?.length ?? 0;
  // One declaration and the writes, nothing else: the kernel does not read its result.
  return SINGLE_WRITERS.has(label) && writes > 0 && mentions === writes + 1;
}

function adding(shader: ProgramShader): ProgramShader {
  const code = shader.code.replace(WRITE, 'result[flatIndex] = result[flatIndex] + $1;');
  return { ...shader, label: `${shader.label} +=`, code };
}

interface Use {
  /** All commands that touch the buffer, in order. */
  readonly touches: number[];
  readonly writers: number[];
  readers: number;
}

function countUses(program: StepProgram): ReadonlyMap<BufferId, Use> {
  const uses = new Map<BufferId, Use>();
  program.commands.forEach((command, index) => {
    visitAccesses(program, command, (id, access) => {
      const use = uses.get(id) ?? { touches: [], writers: [], readers: 0 };
      use.touches.push(index);
      if (access === 'read') use.readers += 1;
      else use.writers.push(index);
      uses.set(id, use);
    });
  });
  return uses;
}
