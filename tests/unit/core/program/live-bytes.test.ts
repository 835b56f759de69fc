import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BYTE_KINDS } from '../../../../src/core/program/byte-kind.ts';
import { transientLifetimes } from '../../../../src/core/program/lifetimes.ts';
import { liveBytes, livenessLowerBoundBytes } from '../../../../src/core/program/live-bytes.ts';
import { ProgramBuilder } from './program-builder.ts';
import { randomProgram } from './random-program.ts';

describe('liveBytes', () => {
  it('equals, at each command and for each kind, the sum of the values whose lifetime holds it', () => {
    fc.assert(
      fc.property(randomProgram(), (program) => {
        const live = liveBytes(program);
        const lifetimes = transientLifetimes(program);
        const totals = program.commands.map((_, index) => {
          const alive = lifetimes.filter(({ first, last }) => first <= index && index <= last);
          const bytes = (kind?: string) =>
            alive.reduce((sum, value) => sum + (kind === undefined || value.kind === kind ? value.sizeBytes : 0), 0);
          for (const kind of BYTE_KINDS) expect(live.byKind[kind][index]).toBe(bytes(kind));
          return bytes();
        });
        expect(Array.from(live.total)).toEqual(totals);
        expect(live.peakBytes).toBe(Math.max(0, ...totals));
        expect(live.peakCommand).toBe(Math.max(0, totals.indexOf(live.peakBytes)));
      }),
    );
  });
});

describe('livenessLowerBoundBytes', () => {
  it('is the largest peak, since programs do not run at the same time', () => {
    const programs = [40, 100, 60].map((bytes) => {
      const builder = new ProgramBuilder();
      builder.dispatch([], [builder.transient(bytes)]);
      return builder.build();
    });
    expect(livenessLowerBoundBytes(programs)).toBe(100);
    expect(livenessLowerBoundBytes([])).toBe(0);
  });
});
