import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPrng, hashUint32, shuffledIndices, xoshiro128StarStar } from '../../../src/core/prng.ts';

const uint32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });

function draw(count: number, next: () => number): number[] {
  return Array.from({ length: count }, next);
}

/** Pearson's statistic of `counts` against equal shares; its mean is counts.length − 1. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

describe('xoshiro128**', () => {
  it('draws the numbers of the reference implementation from the state 1, 2, 3, 4', () => {
    // Output of xoshiro128starstar.c, version 1.1.
    expect(draw(10, xoshiro128StarStar([1, 2, 3, 4]))).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ]);
  });

  it('does not stay at 0 from a state of zeros', () => {
    expect(new Set(draw(20, xoshiro128StarStar([0, 0, 0, 0]))).size).toBeGreaterThan(10);
  });
});

describe('hashUint32', () => {
  /** The published formula in arbitrary precision. */
  function referenceHash(value: number): number {
    const mask = 0xffff_ffffn;
    const state = (BigInt(value) * 747796405n + 2891336453n) & mask;
    const word = (((state >> ((state >> 28n) + 4n)) ^ state) * 277803737n) & mask;
    return Number((word >> 22n) ^ word);
  }

  it('is the published PCG hash for any 32-bit number', () => {
    fc.assert(fc.property(uint32, (value) => hashUint32(value) === referenceHash(value)));
  });

  it('gives 100,000 neighbours 100,000 different values', () => {
    expect(new Set(Array.from({ length: 100_000 }, (_, value) => hashUint32(value))).size).toBe(100_000);
  });
});

describe('createPrng', () => {
  it('keeps its numbers from version to version: shared links name runs by seed', () => {
    const prng = createPrng(1, 'shuffle', 0);
    // Computed by a second implementation of the documented formulas, in Python.
    expect(draw(4, () => prng.nextUint32())).toEqual([66663599, 2023615522, 2459369152, 2166475104]);
  });

  it('gives the same numbers for the same seed and keys', () => {
    fc.assert(
      fc.property(uint32, fc.array(fc.oneof(uint32, fc.string()), { maxLength: 4 }), (seed, keys) => {
        const [first, second] = [createPrng(seed, ...keys), createPrng(seed, ...keys)];
        expect(draw(8, () => first.nextUint32())).toEqual(draw(8, () => second.nextUint32()));
        expect(first.nextNormal()).toBe(second.nextNormal());
        expect(first.nextFloat()).toBe(second.nextFloat());
      }),
    );
  });

  it('gives other numbers when the seed, a key, the order or the number of keys changes', () => {
    const names = [
      createPrng(1),
      createPrng(2),
      createPrng(1, 0),
      createPrng(1, 0, 0),
      createPrng(1, 1),
      createPrng(1, 2, 3),
      createPrng(1, 3, 2),
      createPrng(1, 'a'),
      createPrng(1, 'b'),
      createPrng(1, 'ab'),
      createPrng(1, 'a', 'b'),
      createPrng(1, ''),
      createPrng(0, 1),
    ];
    expect(new Set(names.map((prng) => prng.nextUint32())).size).toBe(names.length);
  });

  it('neighbouring seeds agree in half of their bits, as unrelated streams do', () => {
    let equalBits = 0;
    for (let seed = 0; seed < 1000; seed++) {
      let different = createPrng(seed).nextUint32() ^ createPrng(seed + 1).nextUint32();
      for (equalBits += 32; different !== 0; different &= different - 1) equalBits--;
    }
    // 32,000 coins: 16,000 ± 89 (one standard deviation); 5 of them.
    expect(Math.abs(equalBits - 16_000)).toBeLessThan(450);
  });

  it.each([-1, 0.5, 2 ** 32, Number.NaN])('refuses %d as a seed or a key', (value) => {
    expect(() => createPrng(value)).toThrow(RangeError);
    expect(() => createPrng(1, value)).toThrow(RangeError);
  });

  it('nextFloat stays in [0, 1), in float32 too, and fills 100 equal bins evenly', () => {
    const prng = createPrng(7);
    const values = draw(100_000, () => prng.nextFloat());
    expect(values.every((value) => Math.fround(value) === value)).toBe(true);
    const bins = Array.from({ length: 100 }, () => 0);
    for (const value of values) {
      const bin = Math.floor(value * 100);
      bins[bin] = (bins[bin] ?? Number.NaN) + 1;
    }
    // 99 degrees of freedom: mean 99, standard deviation 14; NaN (a value outside) fails too.
    expect(chiSquare(bins)).toBeLessThan(99 + 5 * 14);
  });

  it('nextBelow fills every value of a bound that does not divide 2^32 evenly', () => {
    const prng = createPrng(8);
    const counts = Array.from({ length: 7 }, () => 0);
    for (const value of draw(70_000, () => prng.nextBelow(7))) counts[value] = (counts[value] ?? Number.NaN) + 1;
    // 6 degrees of freedom: P(> 27.9) = 1e-4.
    expect(chiSquare(counts)).toBeLessThan(27.9);
  });

  it('nextBelow has no bias where a plain remainder would draw the lower half twice as often', () => {
    // 2^32 mod (2/3 · 2^32) leaves a third of the range: a remainder would fall below a half of the bound in 2 of 3 draws.
    const bound = Math.floor((2 * 2 ** 32) / 3);
    const prng = createPrng(9);
    const low = draw(10_000, () => prng.nextBelow(bound)).filter((value) => value < bound / 2).length;
    // 5,000 ± 50
    expect(Math.abs(low - 5000)).toBeLessThan(250);
  });

  it('nextBelow stays below its bound and refuses bounds that are none', () => {
    const prng = createPrng(10);
    fc.assert(fc.property(fc.integer({ min: 1, max: 2 ** 32 }), (bound) => prng.nextBelow(bound) < bound));
    expect(prng.nextBelow(1)).toBe(0);
    for (const bound of [0, -1, 1.5, 2 ** 32 + 1, Number.NaN]) expect(() => prng.nextBelow(bound)).toThrow(RangeError);
  });

  it('nextNormal has the moments and tails of the normal distribution', () => {
    const prng = createPrng(11);
    const count = 100_000;
    const values = draw(count, () => prng.nextNormal());
    const moment = (power: number) => values.reduce((sum, value) => sum + value ** power, 0) / count;
    // Standard errors at 100,000 draws: mean 0.0032, variance 0.0045, skew 0.012, fourth moment 0.031; five of each.
    expect(Math.abs(moment(1))).toBeLessThan(0.016);
    expect(Math.abs(moment(2) - 1)).toBeLessThan(0.023);
    expect(Math.abs(moment(3))).toBeLessThan(0.061);
    expect(Math.abs(moment(4) - 3)).toBeLessThan(0.155);
    const outside = values.filter((value) => Math.abs(value) > 1.959964).length / count;
    expect(Math.abs(outside - 0.05)).toBeLessThan(0.0035);
    expect(values.every((value) => Math.abs(value) < 6.7)).toBe(true);
  });

  it('the two normal numbers of a pair are independent', () => {
    const prng = createPrng(12);
    const count = 50_000;
    let product = 0;
    for (let pair = 0; pair < count; pair++) product += prng.nextNormal() * prng.nextNormal();
    // Standard error of the correlation: 1 / √50,000 = 0.0045.
    expect(Math.abs(product / count)).toBeLessThan(0.0225);
  });
});

describe('shuffledIndices', () => {
  it('is a permutation for any count, seed and epoch', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), uint32, fc.nat(), (count, seed, epoch) => {
        const sorted = shuffledIndices(count, seed, epoch).sort();
        expect(sorted).toHaveLength(count);
        expect(sorted.every((value, index) => value === index)).toBe(true);
      }),
    );
  });

  it('is the same order for the same seed and epoch', () => {
    expect(shuffledIndices(1000, 5, 3)).toEqual(shuffledIndices(1000, 5, 3));
  });

  it('every epoch and every seed has an order of its own', () => {
    const count = 10_000;
    const reference = shuffledIndices(count, 1, 0);
    for (const other of [shuffledIndices(count, 1, 1), shuffledIndices(count, 2, 0), shuffledIndices(count, 0, 1)]) {
      const fixed = other.filter((value, position) => value === reference[position]).length;
      // Two independent orders agree in a Poisson(1) number of places: P(≥ 10) = 1e-7.
      expect(fixed).toBeLessThan(10);
      let product = 0;
      for (let position = 0; position < count; position++) {
        product += ((other[position] ?? 0) - (count - 1) / 2) * ((reference[position] ?? 0) - (count - 1) / 2);
      }
      // Variance of 0 … n − 1 is (n² − 1) / 12; standard error of a correlation is 1 / √n = 0.01.
      expect(Math.abs(product / count / ((count ** 2 - 1) / 12))).toBeLessThan(0.05);
    }
  });

  it('puts every example in every place equally often, over epochs', () => {
    const counts = Array.from({ length: 64 }, () => 0);
    for (let epoch = 0; epoch < 8000; epoch++) {
      shuffledIndices(8, 3, epoch).forEach((value, place) => {
        counts[place * 8 + value] = (counts[place * 8 + value] ?? Number.NaN) + 1;
      });
    }
    // 49 degrees of freedom: mean 49, standard deviation 9.9; five of them.
    expect(chiSquare(counts)).toBeLessThan(49 + 5 * 9.9);
  });

  it('draws all 24 orders of four examples equally often', () => {
    const counts = new Map<string, number>();
    for (let epoch = 0; epoch < 24_000; epoch++) {
      const order = shuffledIndices(4, 17, epoch).join();
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    // 23 degrees of freedom: P(> 58.6) = 6e-5.
    expect(chiSquare([...counts.values()])).toBeLessThan(58.6);
  });
});
