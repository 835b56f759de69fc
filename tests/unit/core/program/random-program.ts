import fc from 'fast-check';
import { BYTE_KINDS } from '../../../../src/core/program/byte-kind.ts';
import type { BufferId, ProgramPhase, StepProgram } from '../../../../src/core/program/step-program.ts';
import { ProgramBuilder } from './program-builder.ts';

/** One drawn instruction; `picks` decide which buffers it touches. */
interface Step {
  readonly action: 'make' | 'modify' | 'accumulate' | 'copy-new' | 'copy-over' | 'copy-part' | 'clear-new' | 'clear';
  readonly words: number;
  readonly picks: readonly number[];
  readonly kind: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  action: fc.oneof(
    { weight: 6, arbitrary: fc.constant('make' as const) },
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        'modify' as const,
        'accumulate' as const,
        'copy-new' as const,
        'copy-over' as const,
        'copy-part' as const,
        'clear-new' as const,
        'clear' as const,
      ),
    },
  ),
  words: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(8, 16, 32)),
  picks: fc.array(fc.nat(1000), { minLength: 1, maxLength: 4 }),
  kind: fc.nat(BYTE_KINDS.length - 1),
});

/** Valid programs of any shape: values read late or never, in-place changes, copies, clears, shared constants. */
export function randomProgram(maxCommands = 40): fc.Arbitrary<StepProgram> {
  return fc.array(step, { minLength: 0, maxLength: maxCommands }).map(buildProgram);
}

function buildProgram(steps: readonly Step[]): StepProgram {
  const builder = new ProgramBuilder();
  const persistents = [0, 1, 2].map((index) => builder.persistent(`p${index}`, 64));
  const constants = [
    builder.constant('uniform', new Uint8Array([1, 2, 3, 4])),
    builder.constant('storage', new Uint8Array([5, 6, 7, 8, 9])),
  ];
  const fixed = [...persistents, ...constants];
  const values: BufferId[] = [];
  steps.forEach(({ action, words, picks, kind }, index) => {
    const make = () => builder.transient(4 * words, BYTE_KINDS[kind]);
    // Mostly recent values, as in a real program, so that lifetimes end.
    const pick = (choice: number, from: readonly BufferId[]) =>
      choice % 4 === 0 ? from[choice % from.length] : from[Math.max(0, from.length - 1 - (choice % 6))];
    const writable = [...persistents, ...values];
    const target = pick(picks[0] ?? 0, writable) ?? 0;
    const reads = [...new Set(picks.map((choice) => pick(choice, [...fixed, ...values]) ?? 0))];
    const others = reads.filter((id) => id !== target);
    const source = others.find((id) => !constants.includes(id)) ?? (target === 0 ? 1 : 0);
    const room = Math.min(sizeOf(builder, source), sizeOf(builder, target));
    const phase: ProgramPhase = index * 2 < steps.length ? 'forward' : 'backward';
    const writes: BufferId[] = [];
    if (action === 'make') writes.push(...Array.from({ length: (words % 5 === 0 ? 1 : 0) + 1 }, make));
    else if (action === 'copy-new' || action === 'clear-new') writes.push(make());
    const made = writes[0] ?? target;
    if (action === 'make') builder.dispatch(reads, writes, { phase });
    else if (action === 'modify') builder.dispatch(others, [target], { phase });
    else if (action === 'accumulate') accumulate(builder, others, pick(picks[0] ?? 0, persistents) ?? 0);
    else if (action === 'copy-new') builder.copy(source, made, Math.min(sizeOf(builder, source), 4 * words), phase);
    else if (action === 'copy-over') builder.copy(source, target, room, phase);
    else if (action === 'copy-part') builder.copy(source, target, 4, phase);
    else builder.clear(made, phase);
    values.push(...writes);
  });
  return builder.build();
}

function accumulate(builder: ProgramBuilder, reads: readonly BufferId[], target: BufferId): void {
  builder.dispatch(
    reads.filter((id) => id !== target),
    [target],
    { phase: 'accumulate' },
  );
}

function sizeOf(builder: ProgramBuilder, id: BufferId): number {
  return builder.buffers[id]?.sizeBytes ?? 0;
}
