import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../../../../src/core/checkpoint/crc32.ts';

describe('crc32', () => {
  it('is 0xcbf43926 for "123456789", the check value of the standard', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  });

  it('goes on where it left off', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (a, b) => {
        expect(crc32(b, crc32(a))).toBe(crc32(Uint8Array.of(...a, ...b)));
      }),
    );
  });
});
