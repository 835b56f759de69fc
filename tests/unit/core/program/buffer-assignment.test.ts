import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignBuffers } from '../../../../src/core/program/buffer-assignment.ts';
import { transientLifetimes } from '../../../../src/core/program/lifetimes.ts';
import { livenessLowerBoundBytes } from '../../../../src/core/program/live-bytes.ts';
import { ProgramBuilder } from './program-builder.ts';
import { randomProgram } from './random-program.ts';

const programs = fc.array(randomProgram(80), { minLength: 1, maxLength: 3 });

describe('assignBuffers', () => {
  it('never puts two values that are alive at one command into one buffer', () => {
    fc.assert(
      fc.property(programs, (list) => {
        const { assignment } = assignBuffers(list);
        list.forEach((program, index) => {
          const lifetimes = transientLifetimes(program);
          for (const a of lifetimes) {
            for (const b of lifetimes) {
              if (a.buffer < b.buffer && assignment[index]?.[a.buffer] === assignment[index]?.[b.buffer]) {
                expect(a.last < b.first || b.last < a.first).toBe(true);
              }
            }
          }
        });
      }),
    );
  });

  it('makes each buffer as large as its largest value, and places exactly the transients that are touched', () => {
    fc.assert(
      fc.property(programs, (list) => {
        const { physicalBytes, assignment } = assignBuffers(list);
        const largest = physicalBytes.map(() => 0);
        list.forEach((program, index) => {
          const sizes = new Map(transientLifetimes(program).map(({ buffer, sizeBytes }) => [buffer, sizeBytes]));
          program.buffers.forEach(({ id }) => {
            const place = assignment[index]?.[id];
            expect(place === undefined).toBe(!sizes.has(id));
            if (place !== undefined) largest[place] = Math.max(largest[place] ?? 0, sizes.get(id) ?? 0);
          });
        });
        expect(largest).toEqual(physicalBytes);
      }),
    );
  });

  it('stays at or above the liveness lower bound', () => {
    fc.assert(
      fc.property(programs, (list) => {
        const total = assignBuffers(list).physicalBytes.reduce((sum, bytes) => sum + bytes, 0);
        expect(total).toBeGreaterThanOrEqual(livenessLowerBoundBytes(list));
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
    expect(assignBuffers([program, program])).toEqual(expect.objectContaining({ physicalBytes: [100, 60] }));
  });

  it('gives two values of one dispatch different buffers even when one is last and the other first used there', () => {
    const builder = new ProgramBuilder();
    const [a, b] = [builder.transient(8), builder.transient(8)];
    builder.dispatch([], [a]);
    builder.dispatch([a], [b]);
    expect(assignBuffers([builder.build()]).physicalBytes).toEqual([8, 8]);
  });
});
