import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateProgram } from '../../../../src/core/program/validate-program.ts';
import { ProgramBuilder } from './program-builder.ts';
import { randomProgram } from './random-program.ts';

describe('validateProgram', () => {
  it('accepts every program the generator calls valid', () => {
    fc.assert(fc.property(randomProgram(), (program) => validateProgram(program)));
  });

  it('refuses a transient that is read before anything writes it', () => {
    const builder = new ProgramBuilder();
    builder.dispatch([builder.transient(4)], [builder.transient(4)]);
    expect(() => validateProgram(builder.build())).toThrow('Command 0 (kernel0) reads transient buffer 0 before');
  });

  it('accepts a read-write binding of a transient that nothing has written: it may be its first write', () => {
    const builder = new ProgramBuilder();
    builder.dispatch([], [builder.transient(4)]);
    expect(() => validateProgram(builder.build())).not.toThrow();
  });

  it('refuses one buffer bound for reading and for writing in one dispatch', () => {
    const builder = new ProgramBuilder();
    const both = builder.persistent('p', 4);
    builder.dispatch([both], [both]);
    expect(() => validateProgram(builder.build())).toThrow('binds buffer 0 twice');
  });

  it('refuses one buffer bound twice for writing, and accepts it bound twice for reading', () => {
    const writesTwice = new ProgramBuilder();
    const target = writesTwice.persistent('p', 4);
    writesTwice.dispatch([], [target, target]);
    expect(() => validateProgram(writesTwice.build())).toThrow('binds buffer 0 twice');
    const readsTwice = new ProgramBuilder();
    const source = readsTwice.persistent('p', 4);
    readsTwice.dispatch([source, source], [readsTwice.transient(4)]);
    expect(() => validateProgram(readsTwice.build())).not.toThrow();
  });

  it('refuses a copy of a buffer onto itself, and one longer than its target', () => {
    const onto = new ProgramBuilder();
    const self = onto.persistent('p', 8);
    onto.copy(self, self, 8);
    expect(() => validateProgram(onto.build())).toThrow('binds buffer 0 twice');
    const long = new ProgramBuilder();
    long.copy(long.persistent('p', 8), long.transient(4), 8);
    expect(() => validateProgram(long.build())).toThrow('copies 8 bytes where 4 are there');
  });

  it('refuses a constant that is written', () => {
    const builder = new ProgramBuilder();
    builder.clear(builder.constant('storage', new Uint8Array(4)));
    expect(() => validateProgram(builder.build())).toThrow('writes constant buffer 0');
  });

  it('refuses buffers and shaders that do not exist', () => {
    const builder = new ProgramBuilder();
    builder.clear(3);
    expect(() => validateProgram(builder.build())).toThrow('names buffer 3');
    const program = new ProgramBuilder();
    program.dispatch([], []);
    expect(() => validateProgram({ ...program.build(), shaders: [] })).toThrow('names shader 0');
  });

  it('refuses ids out of order, sizes off the grid of 4, and a name used twice', () => {
    const odd = new ProgramBuilder();
    odd.transient(6);
    expect(() => validateProgram(odd.build())).toThrow('6 bytes');
    const twice = new ProgramBuilder();
    twice.persistent('p', 4);
    twice.persistent('p', 4);
    expect(() => validateProgram(twice.build())).toThrow('"p"');
    const moved = new ProgramBuilder();
    moved.transient(4);
    moved.transient(4);
    expect(() => validateProgram({ ...moved.build(), buffers: [...moved.buffers].reverse() })).toThrow(
      'carries the id',
    );
  });
});
