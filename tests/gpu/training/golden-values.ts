/**
 * Numbers that Python and TypeScript compute alike, to the bit, so that fixtures need not store them. The other side
 * is scripts/golden/values.py.
 */
const GOLDEN_RATIO = 0x9e3779b9;
const SAMPLES = 64;

/** MurmurHash3's finalizer over index + stream · 0x9E3779B9, modulo 2^32. */
export function hash32(index: number, stream: number): number {
  let h = (index + Math.imul(stream, GOLDEN_RATIO)) >>> 0;
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** (hash >> 16) / 65536 + offset, times a power of two: exact in float32. */
export function goldenValues(size: number, stream: number, scale: number, offset = -0.5): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: size }, (_, i) => ((hash32(i, stream) >>> 16) / 65536 + offset) * scale);
}

export function goldenClasses(count: number, stream: number, classes: number): Int32Array<ArrayBuffer> {
  return Int32Array.from({ length: count }, (_, i) => hash32(i, stream) % classes);
}

/** The indices at which a fixture samples a tensor of `size` elements: all of a small one, else 64 by hash. */
export function sampleIndices(size: number): number[] {
  if (size <= SAMPLES) return Array.from({ length: size }, (_, i) => i);
  return Array.from({ length: SAMPLES }, (_, i) => hash32(i, size) % size);
}

export const sizeOf = (shape: readonly number[]): number => shape.reduce((product, length) => product * length, 1);

/** ‖actual − expected‖ / ‖expected‖. NaN where a value is NaN, so compare with "is less than". */
export function relativeError(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length) throw new Error(`${actual.length} values against ${expected.length}.`);
  let difference = 0;
  let norm = 0;
  for (let i = 0; i < expected.length; i += 1) {
    difference += ((actual[i] ?? Number.NaN) - (expected[i] ?? 0)) ** 2;
    norm += (expected[i] ?? 0) ** 2;
  }
  return Math.sqrt(difference / norm);
}
