const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  return remainder;
});

/**
 * CRC-32 as in ZIP, PNG and zlib (polynomial 0x04c11db7, reflected; RFC 1952, section 8). It finds damage, every error in
 * up to 32 neighbouring bits among it; it is no protection against somebody who means to deceive.
 *
 * @param before the checksum of what comes before `bytes`: crc32(b, crc32(a)) is that of a and b together
 * @returns 0 to 2³² − 1
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  let remainder = ~before;
  for (const byte of bytes) remainder = (remainder >>> 8) ^ (TABLE[(remainder ^ byte) & 0xff] ?? 0);
  return ~remainder >>> 0;
}
