import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteTicks } from '../../../../src/core/metrics/byte-ticks.ts';

const MIB = 2 ** 20;

describe('byte ticks', () => {
  it.each([
    ['6 MiB', 6 * MIB, [0, 2 * MIB, 4 * MIB, 6 * MIB]],
    ['5.8 MiB', 5.8 * MIB, [0, 2 * MIB, 4 * MIB, 6 * MIB]],
    ['1,000 MiB', 1000 * MIB, [0, 256 * MIB, 512 * MIB, 768 * MIB, 1024 * MIB]],
    ['3 bytes', 3, [0, 1, 2, 3]],
    ['nothing', 0, [0, 1]],
  ])('%s', (_, maximum, ticks) => {
    expect(byteTicks(maximum)).toEqual(ticks);
  });

  it('starts at 0, ends at or just above the maximum, in at most the steps asked for, each a power of two', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 2 ** 50, noNaN: true }),
        fc.integer({ min: 1, max: 12 }),
        (maximum, steps) => {
          const ticks = byteTicks(maximum, steps);
          const step = ticks[1] ?? 0;
          expect(Number.isInteger(Math.log2(step))).toBe(true);
          expect(ticks).toEqual(ticks.map((_, i) => i * step));
          expect(ticks.length - 1).toBeLessThanOrEqual(steps);
          expect(ticks.at(-1)).toBeGreaterThanOrEqual(maximum);
          expect(ticks.at(-2)).toBeLessThan(maximum);
        },
      ),
    );
  });

  it('makes do with what is not a number', () => {
    expect(byteTicks(Number.NaN)).toEqual([0, 1]);
  });
});
