import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planMemory } from '../../../../../src/core/program/memory-plan.ts';
import { optimizeProgram } from '../../../../../src/core/program/passes/optimize-program.ts';
import { validateProgram } from '../../../../../src/core/program/validate-program.ts';
import { deviceLimits } from '../device-limits.ts';
import { interpretPlaced, interpretProgram } from '../interpret-program.ts';
import { randomProgram } from '../random-program.ts';

describe('optimizeProgram', () => {
  it('keeps results, also in shared buffers, and validity', () => {
    fc.assert(
      fc.property(randomProgram(60), (program) => {
        const optimized = optimizeProgram(program);
        validateProgram(optimized);
        const plan = planMemory([optimized], [], deviceLimits({ minStorageBufferOffsetAlignment: 4 }));
        expect(interpretPlaced([optimized], plan)).toEqual(interpretProgram(program));
      }),
    );
  });

  it('gives equal programs for equal programs', () => {
    fc.assert(
      fc.property(randomProgram(), (program) => {
        expect(optimizeProgram(structuredClone(program))).toEqual(optimizeProgram(program));
      }),
    );
  });

  it('leaves persistent buffers as they are, used or not', () => {
    fc.assert(
      fc.property(randomProgram(), (program) => {
        const persistent = ({ buffers }: typeof program) =>
          buffers.flatMap(({ role, sizeBytes, kind }) =>
            role.type === 'persistent' ? [[role.name, sizeBytes, kind]] : [],
          );
        const optimized = optimizeProgram(program);
        expect(persistent(optimized)).toEqual(persistent(program));
      }),
    );
  });
});
