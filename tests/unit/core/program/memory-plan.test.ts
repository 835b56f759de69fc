import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BYTE_KINDS } from '../../../../src/core/program/byte-kind.ts';
import { type ExtraBuffer, planMemory, planVerdict } from '../../../../src/core/program/memory-plan.ts';
import { deviceLimits } from './device-limits.ts';
import { type Contents, interpretPlaced, interpretProgram } from './interpret-program.ts';
import { ProgramBuilder } from './program-builder.ts';
import { randomProgram } from './random-program.ts';

const readBack: ExtraBuffer = { name: 'read-back', sizeBytes: 32, kind: 'other' };
const programs = fc.array(randomProgram(), { minLength: 1, maxLength: 4 });

describe('planMemory', () => {
  it('gives every program the same results in shared buffers as in buffers of its own', () => {
    fc.assert(
      fc.property(programs, (list) => {
        const apart = list.reduce<Contents>((contents, program) => interpretProgram(program, contents), new Map());
        expect(
          interpretPlaced(list, planMemory(list, [], deviceLimits({ minStorageBufferOffsetAlignment: 4 }))),
        ).toEqual(apart);
      }),
    );
  });

  it('counts every byte once: kinds sum to the peak, and the peak is the sum of all buffers', () => {
    fc.assert(
      fc.property(programs, (list) => {
        const plan = planMemory(list, [readBack], deviceLimits());
        const byKind = BYTE_KINDS.reduce((sum, kind) => sum + plan.bytes[kind], 0);
        const buffers = [
          ...plan.arena,
          ...[...plan.persistent, ...plan.extras, plan.storageConstants, plan.uniformConstants].map(
            ({ sizeBytes }) => sizeBytes,
          ),
        ];
        expect(byKind).toBe(plan.peakBytes);
        expect(buffers.reduce((sum, bytes) => sum + bytes, 0)).toBe(plan.peakBytes);
        expect(plan.lowerBoundBytes).toBeLessThanOrEqual(plan.peakBytes);
        expect(Math.max(...buffers)).toBe(plan.largestBufferBytes);
        for (const kind of BYTE_KINDS) expect(plan.bytes[kind]).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('plans one persistent buffer a name, as large as the largest program asks', () => {
    const small = new ProgramBuilder();
    small.persistent('images', 16, 'inputs');
    const large = new ProgramBuilder();
    large.persistent('images', 24, 'inputs');
    const plan = planMemory([small.build(), large.build()], [], deviceLimits());
    expect(plan.persistent).toEqual([{ name: 'images', sizeBytes: 24, kind: 'inputs' }]);
    expect(plan.peakBytes).toBe(24);
  });

  it('refuses one name for two kinds, and an extra named like a persistent buffer', () => {
    const first = new ProgramBuilder();
    first.persistent('a', 4, 'parameters');
    const second = new ProgramBuilder();
    second.persistent('a', 4, 'optimizer');
    expect(() => planMemory([first.build(), second.build()], [], deviceLimits())).toThrow('"a"');
    const clash = [{ name: 'a', sizeBytes: 4, kind: 'other' }] as const;
    expect(() => planMemory([first.build()], clash, deviceLimits())).toThrow('"a"');
  });

  it('attributes the arena to what is alive at the fullest command and the rest to other', () => {
    const builder = new ProgramBuilder();
    const input = builder.persistent('input', 8, 'inputs');
    const a = builder.transient(100, 'activations');
    const b = builder.transient(40, 'gradients');
    const c = builder.transient(60, 'gradients');
    builder.dispatch([input], [a]);
    builder.dispatch([a], [b]);
    builder.dispatch([b], [c]); // b and c alive: 100; a and b: 140. c goes into the buffer of a.
    builder.dispatch([c], [input]);
    const plan = planMemory([builder.build()], [], deviceLimits());
    expect(plan.arena).toEqual([100, 40]);
    expect(plan.bytes).toMatchObject({ activations: 100, gradients: 40, inputs: 8, other: 0 });
    expect(plan.lowerBoundBytes).toBe(148);
  });

  it('measures the largest storage binding, not uniforms and not what is only copied', () => {
    const builder = new ProgramBuilder();
    const copied = builder.persistent('copied', 4000);
    const bound = builder.persistent('bound', 400);
    const uniform = builder.constant('uniform', new Uint8Array(800));
    builder.copy(copied, bound, 400);
    builder.dispatch([uniform], [bound]);
    const plan = planMemory([builder.build()], [], deviceLimits());
    expect(plan.largestBindingBytes).toBe(400);
    expect(plan.largestBufferBytes).toBe(4000);
  });
});

describe('planVerdict', () => {
  const builder = new ProgramBuilder();
  const weights = builder.persistent('weights', 1000);
  builder.dispatch([], [weights], { workgroups: [2, 9, 1] });
  const program = builder.build();

  it('fits at exactly its peak and is over by the missing bytes below it', () => {
    const limits = deviceLimits();
    const plan = planMemory([program], [readBack], limits);
    expect(planVerdict(plan, 1032, limits)).toEqual({ type: 'fits' });
    expect(planVerdict(plan, 1000, limits)).toEqual({ type: 'over-budget', overBytes: 32 });
  });

  it.each([
    ['maxStorageBufferBindingSize', 1000],
    ['maxBufferSize', 1000],
    ['maxComputeWorkgroupsPerDimension', 9],
  ] as const)('names %s when it is broken, whatever the budget', (limit, asked) => {
    const limits = deviceLimits({ [limit]: asked - 1 });
    const plan = planMemory([program], [readBack], limits);
    expect(planVerdict(plan, 1, limits)).toEqual({ type: 'over-limit', limit, asked, allowed: asked - 1 });
    expect(planVerdict(plan, 2000, deviceLimits({ [limit]: asked }))).toEqual({ type: 'fits' });
  });
});
