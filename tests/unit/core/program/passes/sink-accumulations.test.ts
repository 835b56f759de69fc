import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { liveBytes } from '../../../../../src/core/program/live-bytes.ts';
import { sinkAccumulations } from '../../../../../src/core/program/passes/sink-accumulations.ts';
import type { StepProgram } from '../../../../../src/core/program/step-program.ts';
import { validateProgram } from '../../../../../src/core/program/validate-program.ts';
import { interpretProgram } from '../interpret-program.ts';
import { ProgramBuilder } from '../program-builder.ts';
import { randomProgram } from '../random-program.ts';

describe('sinkAccumulations', () => {
  it('keeps results and validity', () => {
    fc.assert(
      fc.property(randomProgram(), (program) => {
        const sunk = sinkAccumulations(program);
        validateProgram(sunk);
        expect(interpretProgram(sunk)).toEqual(interpretProgram(program));
      }),
    );
  });

  it('leaves no two full gradients alive at once', () => {
    const builder = new ProgramBuilder();
    const gradients = [100, 200, 300].map((bytes) => builder.transient(bytes, 'gradients'));
    const sums = gradients.map((_, index) => builder.persistent(`sum${index}`, 300, 'accumulators'));
    for (const gradient of gradients) builder.dispatch([], [gradient], { phase: 'backward' });
    gradients.forEach((gradient, index) => {
      builder.dispatch([gradient], [sums[index] ?? 0], { phase: 'accumulate' });
    });
    const program = builder.build();
    expect(liveBytes(program).peakBytes).toBe(600);
    expect(liveBytes(sinkAccumulations(program)).peakBytes).toBe(300);
  });

  it('places an accumulation right after the last write of what it reads', () => {
    const builder = new ProgramBuilder();
    const gradient = builder.transient(4);
    const other = builder.transient(4);
    const sum = builder.persistent('sum', 4);
    builder.dispatch([], [gradient], { phase: 'backward', label: 'first write' });
    builder.dispatch([], [gradient], { phase: 'backward', label: 'last write' });
    builder.dispatch([], [other], { phase: 'backward', label: 'other' });
    builder.dispatch([gradient], [sum], { phase: 'accumulate', label: 'add' });
    expect(labels(sinkAccumulations(builder.build()))).toEqual(['first write', 'last write', 'add', 'other']);
  });

  it('does not move an accumulation before a command that reads its sum', () => {
    const builder = new ProgramBuilder();
    const gradient = builder.transient(4);
    const seen = builder.transient(4);
    const sum = builder.persistent('sum', 4);
    builder.dispatch([], [gradient], { phase: 'backward', label: 'gradient' });
    builder.dispatch([sum], [seen], { phase: 'backward', label: 'read sum' });
    builder.dispatch([], [seen], { phase: 'backward', label: 'later' });
    builder.dispatch([gradient], [sum], { phase: 'accumulate', label: 'add' });
    expect(labels(sinkAccumulations(builder.build()))).toEqual(['gradient', 'read sum', 'add', 'later']);
  });
});

function labels(program: StepProgram): string[] {
  return program.commands.map((command) =>
    command.type === 'dispatch' ? (program.shaders[command.shader]?.label ?? '') : command.type,
  );
}
