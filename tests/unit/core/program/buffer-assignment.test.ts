import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignBuffers, type BufferAssignment } from '../../../../src/core/program/buffer-assignment.ts';
import { visitAccesses } from '../../../../src/core/program/command-access.ts';
import { transientLifetimes } from '../../../../src/core/program/lifetimes.ts';
import { livenessLowerBoundBytes } from '../../../../src/core/program/live-bytes.ts';
import { optimizeProgram } from '../../../../src/core/program/passes/optimize-program.ts';
import { type Contents, interpretPlaced, interpretProgram } from './interpret-program.ts';
import { layeredProgram } from './layered-program.ts';
import { ProgramBuilder } from './program-builder.ts';
import { randomProgram } from './random-program.ts';

const WHOLE = Number.POSITIVE_INFINITY;
const programs = fc.array(randomProgram(40), { minLength: 1, maxLength: 3 });
const alignment = fc.constantFrom(4, 16, 32, WHOLE);

describe('assignBuffers', () => {
  it('never lets two values that are alive at one command share a byte', () => {
    fc.assert(
      fc.property(programs, alignment, (list, align) => {
        const placed = assignBuffers(list, align);
        list.forEach((program, index) => {
          const lifetimes = transientLifetimes(program);
          for (const a of lifetimes) {
            for (const b of lifetimes) {
              if (a.buffer >= b.buffer || a.last < b.first || b.last < a.first) continue;
              const [first, second] = [a, b].map(({ buffer }) => place(placed, index, buffer));
              if (!first || !second || first.physical !== second.physical) continue;
              const apart = first.offset + a.sizeBytes <= second.offset || second.offset + b.sizeBytes <= first.offset;
              expect(apart && align !== WHOLE).toBe(true);
            }
          }
        });
      }),
    );
  });

  it('never gives a command one physical buffer for writing and for anything else', () => {
    fc.assert(
      fc.property(programs, alignment, (list, align) => {
        const placed = assignBuffers(list, align);
        list.forEach((program, index) => {
          for (const command of program.commands) {
            const uses = new Map<number, { writes: boolean; buffer: number }>();
            visitAccesses(program, command, (buffer, access) => {
              const physical = placed.assignment[index]?.[buffer];
              if (physical === undefined) return;
              const other = uses.get(physical);
              const writes = access !== 'read';
              if (other && other.buffer !== buffer) expect(writes || other.writes).toBe(false);
              uses.set(physical, { writes: writes || other?.writes === true, buffer });
            });
          }
        });
      }),
    );
  });

  it('gives programs the results they have in buffers of their own', () => {
    fc.assert(
      fc.property(programs, alignment, (list, align) => {
        const apart = list.reduce<Contents>((contents, program) => interpretProgram(program, contents), new Map());
        expect(interpretPlaced(list, assignBuffers(list, align))).toEqual(apart);
      }),
    );
  });

  it('makes each buffer as large as its largest value and keeps values inside, at aligned offsets', () => {
    fc.assert(
      fc.property(programs, alignment, (list, align) => {
        const placed = assignBuffers(list, align);
        const largest = placed.physicalBytes.map(() => 0);
        list.forEach((program, index) => {
          const sizes = new Map(transientLifetimes(program).map(({ buffer, sizeBytes }) => [buffer, sizeBytes]));
          program.buffers.forEach(({ id }) => {
            const at = place(placed, index, id);
            const size = sizes.get(id);
            expect(at === undefined).toBe(size === undefined);
            if (at === undefined || size === undefined) return;
            largest[at.physical] = Math.max(largest[at.physical] ?? 0, size);
            expect(at.offset + size).toBeLessThanOrEqual(placed.physicalBytes[at.physical] ?? 0);
            expect(align === WHOLE ? at.offset : at.offset % align).toBe(0);
          });
        });
        expect(largest).toEqual(placed.physicalBytes);
      }),
    );
  });

  it('stays at or above the liveness lower bound', () => {
    fc.assert(
      fc.property(programs, alignment, (list, align) => {
        expect(totalBytes(assignBuffers(list, align))).toBeGreaterThanOrEqual(livenessLowerBoundBytes(list));
      }),
    );
  });

  it('lets programs that run one after another share all their bytes', () => {
    const builder = new ProgramBuilder();
    const input = builder.persistent('p', 4);
    const [a, b] = [builder.transient(100), builder.transient(60)];
    builder.dispatch([input], [a, b]);
    builder.dispatch([a, b], [input]);
    const program = builder.build();
    expect(assignBuffers([program, program]).physicalBytes).toEqual([100, 60]);
  });

  it('gives two values of one dispatch different buffers even when one is last and the other first used there', () => {
    const builder = new ProgramBuilder();
    const [a, b] = [builder.transient(8), builder.transient(8)];
    builder.dispatch([], [a]);
    builder.dispatch([a], [b]);
    expect(assignBuffers([builder.build()]).physicalBytes).toEqual([8, 8]);
  });

  it('puts two small values side by side where a large one lay, when offsets are allowed', () => {
    const builder = new ProgramBuilder();
    const out = builder.persistent('out', 4);
    const [large, left, right] = [builder.transient(200), builder.transient(100), builder.transient(100)];
    builder.dispatch([], [large]);
    builder.dispatch([large], [out]);
    builder.dispatch([], [left]);
    builder.dispatch([], [right]);
    builder.dispatch([left, right], [out]);
    const program = builder.build();
    expect(assignBuffers([program], WHOLE).physicalBytes).toEqual([200, 100]);
    const { physicalBytes, offsets } = assignBuffers([program], 4);
    expect(physicalBytes).toEqual([200]);
    expect(offsets[0]?.slice(1)).toEqual([0, 0, 100]);
  });

  it('comes within 5 % of the liveness lower bound for the two slice sizes of a training run', () => {
    for (const layers of [10, 40]) {
      for (const seed of [1, 2, 3]) {
        const list = [129, 128].map((batch) => optimizeProgram(layeredProgram({ layers, batch, seed })));
        expect(totalBytes(assignBuffers(list, 256)) / livenessLowerBoundBytes(list)).toBeLessThan(1.05);
      }
    }
  });

  it('looks at fewer than 1,000 places a value for more than 4,000 values', () => {
    const program = layeredProgram({ layers: 500, batch: 128, seed: 1 });
    const values = transientLifetimes(program).length;
    expect(values).toBeGreaterThan(4000);
    expect(assignBuffers([program], 256).work / values).toBeLessThan(1000);
  });
});

function place(
  { assignment, offsets }: BufferAssignment,
  program: number,
  buffer: number,
): { readonly physical: number; readonly offset: number } | undefined {
  const physical = assignment[program]?.[buffer];
  const offset = offsets[program]?.[buffer];
  return physical === undefined || offset === undefined ? undefined : { physical, offset };
}

function totalBytes({ physicalBytes }: BufferAssignment): number {
  return physicalBytes.reduce((sum, bytes) => sum + bytes, 0);
}
