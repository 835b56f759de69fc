import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropDeadCommands } from '../../../../../src/core/program/passes/drop-dead-commands.ts';
import { dropUnusedBuffers } from '../../../../../src/core/program/passes/drop-unused-buffers.ts';
import { validateProgram } from '../../../../../src/core/program/validate-program.ts';
import { interpretProgram } from '../interpret-program.ts';
import { ProgramBuilder } from '../program-builder.ts';
import { randomProgram } from '../random-program.ts';

describe('dropUnusedBuffers', () => {
  it('keeps results and validity, and leaves only buffers and shaders that are used', () => {
    fc.assert(
      fc.property(randomProgram(), (program) => {
        const smaller = dropUnusedBuffers(dropDeadCommands(program));
        validateProgram(smaller);
        expect(interpretProgram(smaller)).toEqual(interpretProgram(program));
        expect(dropUnusedBuffers(smaller)).toBe(smaller);
      }),
    );
  });

  it('numbers buffers and shaders anew and keeps persistent buffers that nothing uses', () => {
    const builder = new ProgramBuilder();
    builder.transient(4);
    builder.persistent('unused', 4);
    builder.constant('uniform', new Uint8Array(4));
    const used = builder.transient(8);
    const out = builder.persistent('out', 8);
    builder.dispatch([], [used], { label: 'first' });
    builder.dispatch([used], [out], { label: 'second' });
    const program = dropUnusedBuffers({
      ...builder.build(),
      shaders: [{ label: 'unused', code: '', entryPoint: 'main' }, ...builder.shaders],
      commands: builder.commands.map((command) =>
        command.type === 'dispatch' ? { ...command, shader: command.shader + 1 } : command,
      ),
    });
    expect(program.buffers.map(({ id, sizeBytes }) => [id, sizeBytes])).toEqual([
      [0, 4],
      [1, 8],
      [2, 8],
    ]);
    expect(program.shaders.map(({ label }) => label)).toEqual(['first', 'second']);
    validateProgram(program);
  });
});
