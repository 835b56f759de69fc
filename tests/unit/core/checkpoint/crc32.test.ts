import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../../../../src/core/checkpoint/crc32.ts';

describe('crc32', () => {
  it('is 0xcbf43926 for "123456789", the check value of the standard', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  });

  it('is the remainder of a division, bit by bit, for any bytes', () => {
    const divided = (bytes: Uint8Array) => {
      let remainder = 0xffffffff;
      for (const byte of bytes) {
        remainder ^= byte;
        for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
      }
      return ~remainder >>> 0;
    };
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), fc.nat(7), (bytes, start) => {
        expect(crc32(bytes.subarray(start))).toBe(divided(bytes.subarray(start)));
      }),
    );
  });

  it('goes on where it left off', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (a, b) => {
        expect(crc32(b, crc32(a))).toBe(crc32(Uint8Array.of(...a, ...b)));
      }),
    );
  });
});
