import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packConstants } from '../../../../src/core/program/packed-constants.ts';
import { ProgramBuilder } from './program-builder.ts';

const constant = fc.record({
  usage: fc.constantFrom('storage' as const, 'uniform' as const),
  data: fc.uint8Array({ minLength: 1, maxLength: 9, max: 1 }),
});

describe('packConstants', () => {
  it('leaves each constant readable at its aligned place, and no two different ones overlap', () => {
    fc.assert(
      fc.property(fc.array(constant), fc.array(constant), (first, second) => {
        const programs = [first, second].map((list) => {
          const builder = new ProgramBuilder();
          for (const { usage, data } of list) builder.constant(usage, data);
          return builder.build();
        });
        const packed = packConstants(programs, 32, 64);
        programs.forEach(({ buffers }, program) => {
          for (const { id, role, sizeBytes } of buffers) {
            const place = packed.placement[program]?.[id];
            if (role.type !== 'constant' || !place) throw new Error('A constant has no place.');
            const data = packed[role.usage].data.subarray(place.offset, place.offset + place.sizeBytes);
            const expected = new Uint8Array(role.usage === 'uniform' ? Math.ceil(sizeBytes / 16) * 16 : sizeBytes);
            expected.set(role.data);
            expect(data).toEqual(expected);
            expect(place.usage).toBe(role.usage);
            expect(place.offset % (role.usage === 'uniform' ? 64 : 32)).toBe(0);
          }
        });
        expect(packed.storage.data.byteLength).toBe(packed.storage.sizeBytes);
        expect(packed.uniform.data.byteLength).toBe(packed.uniform.sizeBytes);
      }),
    );
  });

  it('stores equal contents once, across programs', () => {
    const programs = [1, 2].map((own) => {
      const builder = new ProgramBuilder();
      builder.constant('uniform', new Uint8Array([7, 7, 7, 7]));
      builder.constant('uniform', new Uint8Array([own, 0, 0, 0]));
      builder.constant('storage', new Uint8Array([own, 0, 0, 0]));
      return builder.build();
    });
    const packed = packConstants(programs, 256, 256);
    // Uniforms: the shared one and one of each program, in slots 256 apart; the last slot ends after its 16 bytes.
    expect(packed.uniform.sizeBytes).toBe(256 + 256 + 16);
    expect(packed.placement.map((places) => places.map((place) => place?.offset))).toEqual([
      [0, 256, 0],
      [0, 512, 256],
    ]);
  });

  it('takes no bytes when there is nothing to pack', () => {
    const builder = new ProgramBuilder();
    builder.transient(4);
    expect(packConstants([builder.build()], 256, 256)).toMatchObject({
      storage: { sizeBytes: 0 },
      uniform: { sizeBytes: 0 },
      placement: [[undefined]],
    });
  });
});
