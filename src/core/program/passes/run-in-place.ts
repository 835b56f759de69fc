import { visitAccesses } from '../command-access.ts';
import type { BufferId, DispatchCommand, ProgramCommand, ProgramShader, StepProgram } from '../step-program.ts';

/**
 * Kernels whose invocation for an element reads, of the named variable, that element alone, and reads it before it
 * writes. They give the same bits when that variable and the result are one buffer.
 */
const ELEMENTWISE: ReadonlyMap<string, string> = new Map([
  ['UnaryOp', 'A'],
  ['ReluGradient', 'dy'],
  ['GeluGradient', 'dy'],
  ['LayerNormGradient', 'dy'],
  ['Normalize', 'x'],
  ['NormalizeAdd', 'x'],
  ['NormalizationGradient', 'dy'],
  ['SampleKeyedDropout', 'x'],
]);

/**
 * Lets an elementwise kernel overwrite an input that nobody needs afterwards, instead of filling another buffer of the
 * same size beside it. WebGPU forbids one buffer in two bindings of which one writes, so the input's binding goes and
 * the kernel reads its result's.
 */
export function runInPlace(program: StepProgram): StepProgram {
  const span = touchSpans(program);
  const shaders = [...program.shaders];
  const rewritten = new Map<number, number>();
  const replacement = new Map<BufferId, BufferId>();
  const resolve = (id: BufferId): BufferId => replacement.get(id) ?? id;

  const commands = program.commands.map((command, index): ProgramCommand => {
    const place = command.type === 'dispatch' ? placeOf(program, command, index, span) : undefined;
    if (command.type !== 'dispatch' || !place) return renamed(command, resolve);
    const known = rewritten.get(command.shader);
    const shader = known ?? shaders.push(readingItsResult(place.shader, place.variable)) - 1;
    rewritten.set(command.shader, shader);
    replacement.set(place.output, resolve(place.input));
    const bindings = command.bindings.filter(({ buffer }) => buffer !== place.input);
    return renamed({ ...command, shader, bindings }, resolve);
  });
  return { ...program, shaders, commands };
}

interface Place {
  readonly shader: ProgramShader;
  readonly variable: string;
  readonly input: BufferId;
  readonly output: BufferId;
}

interface Span {
  first: number;
  last: number;
}

/** Input and output of an elementwise dispatch that may share a buffer; undefined where they may not. */
function placeOf(
  program: StepProgram,
  command: DispatchCommand,
  index: number,
  span: ReadonlyMap<BufferId, Span>,
): Place | undefined {
  const shader = program.shaders[command.shader];
  const variable = shader && ELEMENTWISE.get(shader.label);
  if (!shader || !variable) return undefined;
  const slot = Number(declarationOf(shader, variable)?.[1] ?? Number.NaN);
  const input = command.bindings.find(({ binding }) => binding === slot)?.buffer;
  const output = command.bindings.find(({ access }) => access === 'write')?.buffer;
  if (input === undefined || output === undefined) return undefined;
  const [from, to] = [program.buffers[input], program.buffers[output]];
  if (from?.role.type !== 'transient' || to?.role.type !== 'transient' || from.sizeBytes !== to.sizeBytes) {
    return undefined;
  }
  const isBoundOnce = command.bindings.filter(({ buffer }) => buffer === input).length === 1;
  const isLastUse = span.get(input)?.last === index;
  const isFirstUse = span.get(output)?.first === index;
  return isBoundOnce && isLastUse && isFirstUse ? { shader, variable, input, output } : undefined;
}

/** How a kernel declares a read-only storage variable; group 1 is the binding. */
function declarationOf({ code }: ProgramShader, variable: string): RegExpExecArray | null {
  return new RegExp(`@group\\(0\\) @binding\\((\\d+)\\) var<storage, read> ${variable}: [^;]+;`).exec(code);
}

function readingItsResult(shader: ProgramShader, variable: string): ProgramShader {
  const declaration = declarationOf(shader, variable)?.[0] ?? '';
  const code = shader.code.replace(declaration, '').replace(new RegExp(`\\b${variable}\\[`, 'g'), 'result[');
  return { ...shader, label: `${shader.label} in place`, code };
}

function renamed(command: ProgramCommand, resolve: (id: BufferId) => BufferId): ProgramCommand {
  switch (command.type) {
    case 'dispatch':
      return { ...command, bindings: command.bindings.map((b) => ({ ...b, buffer: resolve(b.buffer) })) };
    case 'copy':
      return { ...command, source: resolve(command.source), target: resolve(command.target) };
    case 'clear':
      return { ...command, target: resolve(command.target) };
    default:
      return command satisfies never;
  }
}

/** First and last command that touches each buffer. */
function touchSpans(program: StepProgram): ReadonlyMap<BufferId, Span> {
  const spans = new Map<BufferId, Span>();
  program.commands.forEach((command, index) => {
    visitAccesses(program, command, (id) => {
      const span = spans.get(id);
      if (span) span.last = index;
      else spans.set(id, { first: index, last: index });
    });
  });
  return spans;
}
