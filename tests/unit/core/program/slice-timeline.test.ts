import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BYTE_KINDS } from '../../../../src/core/program/byte-kind.ts';
import { planMemory } from '../../../../src/core/program/memory-plan.ts';
import { sliceTimeline } from '../../../../src/core/program/slice-timeline.ts';
import { deviceLimits } from './device-limits.ts';
import { ProgramBuilder } from './program-builder.ts';
import { randomProgram } from './random-program.ts';

describe('sliceTimeline', () => {
  it('peaks at the lower bound of a plan made for the program alone', () => {
    fc.assert(
      fc.property(randomProgram(), (program) => {
        fc.pre(program.commands.length > 0);
        const plan = planMemory([program], [{ name: 'read-back', sizeBytes: 32, kind: 'other' }], deviceLimits());
        const { bytes, peakCommand, labels, phases } = sliceTimeline(program, plan);
        const totals = program.commands.map((_, index) =>
          BYTE_KINDS.reduce((sum, kind) => sum + (bytes[kind][index] ?? Number.NaN), 0),
        );
        expect(Math.max(...totals)).toBe(plan.lowerBoundBytes);
        expect(totals[peakCommand]).toBe(plan.lowerBoundBytes);
        expect([labels.length, phases.length]).toEqual([totals.length, totals.length]);
      }),
    );
  });

  it('shows what every command keeps alive, by kind, with its kernel and phase', () => {
    const builder = new ProgramBuilder();
    const input = builder.persistent('images', 8, 'inputs');
    const weights = builder.persistent('weights', 4, 'parameters');
    const activation = builder.transient(100, 'activations');
    const gradient = builder.transient(40, 'gradients');
    builder.dispatch([input, weights], [activation], { label: 'matMul' });
    builder.dispatch([activation], [gradient], { label: 'matMulGrad', phase: 'backward' });
    builder.copy(gradient, weights, 4, 'accumulate');
    const program = builder.build();
    const timeline = sliceTimeline(program, planMemory([program], [], deviceLimits()));
    expect(timeline.bytes).toMatchObject({
      parameters: [4, 4, 4],
      inputs: [8, 8, 8],
      activations: [100, 100, 0],
      gradients: [0, 40, 40],
      other: [0, 0, 0],
    });
    expect(timeline.labels).toEqual(['matMul', 'matMulGrad', 'copy']);
    expect(timeline.phases).toEqual(['forward', 'backward', 'accumulate']);
    expect(timeline.peakCommand).toBe(1);
  });
});
