import type { StepProgram } from './step-program.ts';

/**
 * A hash of everything a program uploads: each constant's place among the constants, usage, size and contents. Two
 * traces of one pure step have equal digests; a value drawn on the host while tracing (a random mask, a time) makes
 * them differ, and would be frozen into every replay.
 *
 * @returns 16 hexadecimal digits (two 32-bit FNV-1a hashes with different offsets; not for adversaries).
 */
export function programDigest(program: StepProgram): string {
  let low = 0x811c9dc5;
  let high = 0x050c5d1f;
  const mix = (byte: number) => {
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(high ^ byte, 0x01000193) + 1;
  };
  for (const { role, sizeBytes } of program.buffers) {
    if (role.type !== 'constant') continue;
    mix(role.usage === 'uniform' ? 1 : 2);
    for (const value of [sizeBytes, role.data.byteLength]) {
      for (let shift = 0; shift < 32; shift += 8) mix((value >>> shift) & 0xff);
    }
    for (const byte of role.data) mix(byte);
  }
  return [high, low].map((hash) => (hash >>> 0).toString(16).padStart(8, '0')).join('');
}
