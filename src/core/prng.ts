/**
 * The random numbers of the host: initial parameters, the order of examples, generated data.
 *
 * A generator is named by a seed and keys ("shuffle", epoch): the same name gives the same numbers on every machine, and two
 * names give unrelated ones. No generator is shared, so nothing depends on who drew first. Not for secrets.
 */

/** A stream of random numbers. Owned by the code that made it; every draw moves it on. */
export interface Prng {
  /** Uniform over the whole numbers 0 to 2³² − 1. */
  nextUint32(): number;
  /** Uniform over the whole numbers 0 to `bound` − 1, without bias. `bound` is 1 to 2³². */
  nextBelow(bound: number): number;
  /** Uniform over [0, 1) in steps of 2⁻²⁴: exact in float32 too, so that rounding never makes it 1. */
  nextFloat(): number;
  /** Normal with mean 0 and variance 1, at most 6.7 away from 0. */
  nextNormal(): number;
}

export type PrngKey = number | string;

const TWO_POW_24 = 2 ** 24;
const TWO_POW_32 = 2 ** 32;

/**
 * The PCG hash: a bijection of the 32-bit numbers whose output bits each depend on all input bits.
 * Source: Jarzynski and Olano, "Hash Functions for GPU Rendering", Journal of Computer Graphics Techniques 9(3), 2020,
 * after O'Neill's PCG-RXS-M-XS-32. Three lines of WGSL give the same numbers on the device.
 */
export function hashUint32(value: number): number {
  const state = (Math.imul(value, 747_796_405) + 2_891_336_453) >>> 0;
  const word = Math.imul((state >>> ((state >>> 28) + 4)) ^ state, 277_803_737) >>> 0;
  return ((word >>> 22) ^ word) >>> 0;
}

/**
 * A generator for `seed` and `keys`. Order and number of keys matter.
 *
 * Each of the four words of the state absorbs seed and keys through its own chain of hashes; two names share a state with
 * a probability of about 2⁻¹²⁸.
 *
 * @param keys strings, or whole numbers from 0 to 2³² − 1, as is the seed.
 * @throws RangeError for any other number.
 */
export function createPrng(seed: number, ...keys: readonly PrngKey[]): Prng {
  // The first 32 bits of the fractional parts of √2, √3, √5 and √7: distinct, and nobody's choice.
  const lanes: [number, number, number, number] = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a];
  const absorb = (word: number) => {
    for (let lane = 0; lane < 4; lane++) lanes[lane] = hashUint32((lanes[lane] ?? 0) ^ word);
  };
  absorb(requireUint32(seed));
  for (const key of keys) {
    if (typeof key === 'number') {
      absorb(requireUint32(key));
      continue;
    }
    for (let index = 0; index < key.length; index++) absorb(key.charCodeAt(index));
    absorb((0x8000_0000 | key.length) >>> 0);
  }
  return prngOf(xoshiro128StarStar(lanes));
}

/**
 * xoshiro128** 1.1: period 2¹²⁸ − 1, passes BigCrush.
 * Source: Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators", ACM TOMS 47(4), 2021;
 * https://prng.di.unimi.it/xoshiro128starstar.c (public domain).
 *
 * @param state four words, not all 0 (the generator would stay at 0; the last word becomes 1).
 * @returns the function that draws the next number, 0 to 2³² − 1.
 */
export function xoshiro128StarStar(state: readonly [number, number, number, number]): () => number {
  let [s0, s1, s2, s3] = state;
  if ((s0 | s1 | s2 | s3) === 0) s3 = 1;
  return () => {
    const result = Math.imul(rotateLeft(Math.imul(s1, 5), 7), 9) >>> 0;
    const shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = rotateLeft(s3, 11);
    return result;
  };
}

/**
 * The order of the examples in one epoch: a permutation of 0 … count − 1, every one equally likely
 * (Fisher–Yates in Durstenfeld's form, with unbiased bounded numbers).
 */
export function shuffledIndices(count: number, seed: number, epoch: number): Uint32Array<ArrayBuffer> {
  const prng = createPrng(seed, 'shuffle', epoch);
  const indices = Uint32Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last--) {
    const chosen = prng.nextBelow(last + 1);
    const moved = indices[last] ?? 0;
    indices[last] = indices[chosen] ?? 0;
    indices[chosen] = moved;
  }
  return indices;
}

function prngOf(nextUint32: () => number): Prng {
  let spareNormal: number | undefined;
  return {
    nextUint32,
    nextBelow(bound) {
      if (!Number.isInteger(bound) || bound < 1 || bound > TWO_POW_32) {
        throw new RangeError(`bound must be a whole number from 1 to 2^32, got ${bound}`);
      }
      // The lowest 2³² mod bound numbers are drawn again: what is left holds each remainder equally often.
      const threshold = TWO_POW_32 % bound;
      let drawn = nextUint32();
      while (drawn < threshold) drawn = nextUint32();
      return drawn % bound;
    },
    nextFloat: () => (nextUint32() >>> 8) / TWO_POW_24,
    nextNormal() {
      if (spareNormal !== undefined) {
        const spare = spareNormal;
        spareNormal = undefined;
        return spare;
      }
      // Box–Muller: two uniform numbers give two independent normal ones. The first is in (0, 1], so its logarithm is finite.
      const radius = Math.sqrt(-2 * Math.log((nextUint32() + 1) / TWO_POW_32));
      const angle = (2 * Math.PI * nextUint32()) / TWO_POW_32;
      spareNormal = radius * Math.sin(angle);
      return radius * Math.cos(angle);
    },
  };
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

function requireUint32(value: number): number {
  if (!Number.isInteger(value) || value < 0 || value >= TWO_POW_32) {
    throw new RangeError(`a seed or key must be a whole number from 0 to 2^32 - 1, got ${value}`);
  }
  return value;
}
