import { crc32 } from './crc32.ts';
import { bytesOf, type SafeTensor, tensorType } from './safetensors.ts';

/**
 * CRC-32 over everything that a checkpoint says: its manifest and, in the order of their names, name, type, shape and
 * values of each array. It does not cover how the file is laid out, so that a tool may write the same content anew.
 *
 * @returns eight hexadecimal digits
 */
export function checkpointChecksum(manifest: string, tensors: ReadonlyMap<string, SafeTensor>): string {
  const encoder = new TextEncoder();
  let checksum = crc32(encoder.encode(manifest));
  for (const [name, { shape, values }] of [...tensors].sort(([a], [b]) => (a < b ? -1 : 1))) {
    checksum = crc32(encoder.encode(JSON.stringify([name, tensorType(values), shape])), checksum);
    checksum = crc32(bytesOf(values), checksum);
  }
  return checksum.toString(16).padStart(8, '0');
}
