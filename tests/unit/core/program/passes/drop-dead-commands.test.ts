import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropDeadCommands } from '../../../../../src/core/program/passes/drop-dead-commands.ts';
import { validateProgram } from '../../../../../src/core/program/validate-program.ts';
import { interpretProgram } from '../interpret-program.ts';
import { ProgramBuilder } from '../program-builder.ts';
import { randomProgram } from '../random-program.ts';

describe('dropDeadCommands', () => {
  it('keeps what persistent buffers hold at the end, and a valid program', () => {
    fc.assert(
      fc.property(randomProgram(), (program) => {
        const smaller = dropDeadCommands(program);
        validateProgram(smaller);
        expect(interpretProgram(smaller)).toEqual(interpretProgram(program));
      }),
    );
  });

  it('has nothing left to drop after one walk', () => {
    fc.assert(
      fc.property(randomProgram(), (program) => {
        const once = dropDeadCommands(program);
        expect(dropDeadCommands(once)).toBe(once);
      }),
    );
  });

  it('drops a whole chain that ends in nothing, and keeps the chain that ends in a persistent buffer', () => {
    const builder = new ProgramBuilder();
    const weights = builder.persistent('weights', 4);
    const [a, b, c] = [builder.transient(4), builder.transient(4), builder.transient(4)];
    builder.dispatch([weights], [a], { label: 'used' });
    builder.dispatch([a], [b], { label: 'unused' });
    builder.dispatch([b], [c], { label: 'unused' });
    builder.dispatch([a], [weights], { label: 'used' });
    const labels = dropDeadCommands(builder.build()).commands.map((command) =>
      command.type === 'dispatch' ? builder.shaders[command.shader]?.label : command.type,
    );
    expect(labels).toEqual(['used', 'used']);
  });

  it('drops a write that a later clear makes pointless, and keeps a clear that a later in-place write adds to', () => {
    const builder = new ProgramBuilder();
    const weights = builder.persistent('weights', 4);
    const sum = builder.transient(4);
    builder.dispatch([], [sum]);
    builder.clear(sum);
    builder.dispatch([weights], [sum]);
    builder.dispatch([sum], [weights]);
    expect(dropDeadCommands(builder.build()).commands).toEqual(builder.commands.slice(1));
  });
});
