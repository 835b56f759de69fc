import { describe, expect, it } from 'vitest';
import { programDigest } from '../../../../src/core/program/program-digest.ts';
import { ProgramBuilder } from './program-builder.ts';

function digestOf(build: (builder: ProgramBuilder) => void): string {
  const builder = new ProgramBuilder();
  build(builder);
  return programDigest(builder.build());
}

const base = digestOf((builder) => builder.constant('uniform', new Uint8Array([1, 2, 3, 4])));

describe('programDigest', () => {
  it('is equal for equal constants, whatever the program does with them', () => {
    const same = digestOf((builder) => {
      builder.transient(16);
      builder.constant('uniform', new Uint8Array([1, 2, 3, 4]));
      builder.clear(0);
    });
    expect(same).toBe(base);
    expect(base).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each<[string, (builder: ProgramBuilder) => void]>([
    ['one byte', (builder) => builder.constant('uniform', new Uint8Array([1, 2, 3, 5]))],
    ['the usage', (builder) => builder.constant('storage', new Uint8Array([1, 2, 3, 4]))],
    ['the length', (builder) => builder.constant('uniform', new Uint8Array([1, 2, 3, 4, 0]))],
    ['a constant less', () => undefined],
    [
      'a constant more',
      (builder) => {
        builder.constant('uniform', new Uint8Array([1, 2, 3, 4]));
        builder.constant('uniform', new Uint8Array([1, 2, 3, 4]));
      },
    ],
  ])('differs by %s', (_, build) => {
    expect(digestOf(build)).not.toBe(base);
  });

  it('differs when two constants change places', () => {
    const [a, b] = [new Uint8Array([1, 0, 0, 0]), new Uint8Array([2, 0, 0, 0])];
    const order = (list: readonly Uint8Array[]) =>
      digestOf((builder) => {
        for (const data of list) builder.constant('storage', data);
      });
    expect(order([a, b])).not.toBe(order([b, a]));
  });
});
