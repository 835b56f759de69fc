import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCHEDULE_IDS } from '../../../src/core/config/training-config.ts';
import { learningRateAt } from '../../../src/core/learning-rate.ts';

function rates(config: Parameters<typeof learningRateAt>[0], totalUpdates: number): number[] {
  return Array.from({ length: totalUpdates }, (_, update) => learningRateAt(config, update, totalUpdates));
}

function expectClose(actual: readonly number[], expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  actual.forEach((rate, update) => {
    expect(rate).toBeCloseTo(expected[update] ?? Number.NaN, 12);
  });
}

describe('learningRateAt', () => {
  it('constant: the same rate at every update, warm-up or not', () => {
    expect(rates({ learningRate: 0.1, schedule: 'constant', warmUpUpdates: 5 }, 3)).toEqual([0.1, 0.1, 0.1]);
  });

  it('warm-up: the first of 4 updates has a quarter of the rate, the fourth all of it, then it stays', () => {
    expectClose(rates({ learningRate: 0.8, schedule: 'warm-up', warmUpUpdates: 4 }, 6), [0.2, 0.4, 0.6, 0.8, 0.8, 0.8]);
  });

  it('cosine without warm-up over 4 updates: PyTorch CosineAnnealingLR(T_max=4), lr 1', () => {
    // (1 + cos(π·u/4)) / 2 for u = 0 … 3
    const half = Math.SQRT1_2 / 2;
    expectClose(rates({ learningRate: 1, schedule: 'cosine', warmUpUpdates: 0 }, 4), [1, 0.5 + half, 0.5, 0.5 - half]);
  });

  it('cosine with 2 updates of warm-up: up to the rate, down from it, half-way in the middle of the rest', () => {
    const half = Math.SQRT1_2 / 2;
    expectClose(rates({ learningRate: 1, schedule: 'cosine', warmUpUpdates: 2 }, 6), [
      0.5,
      1,
      1,
      0.5 + half,
      0.5,
      0.5 - half,
    ]);
  });

  it('cosine: 0 is reached at the end, just past the last update, and stays', () => {
    const config = { learningRate: 0.3, schedule: 'cosine', warmUpUpdates: 3 } as const;
    expect(learningRateAt(config, 100, 100)).toBe(0);
    expect(learningRateAt(config, 140, 100)).toBe(0);
    expect(learningRateAt(config, 99, 100)).toBeGreaterThan(0);
    // (1 − cos(π/97)) / 2 ≈ (π/97)² / 4 = 0.00026
    expect(learningRateAt(config, 99, 100)).toBeLessThan(0.3 * 0.0003);
  });

  it('a warm-up as long as the run or longer never divides by zero', () => {
    for (const schedule of ['warm-up', 'cosine'] as const) {
      expectClose(rates({ learningRate: 1, schedule, warmUpUpdates: 4 }, 4), [0.25, 0.5, 0.75, 1]);
      expectClose(rates({ learningRate: 1, schedule, warmUpUpdates: 10 }, 3), [0.1, 0.2, 0.3]);
    }
  });

  it('rises to the end of the warm-up, never rises after it, and stays within (0, learningRate] in the run', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SCHEDULE_IDS),
        fc.double({ min: 1e-6, max: 10, noNaN: true }),
        fc.nat({ max: 60 }),
        fc.integer({ min: 1, max: 200 }),
        (schedule, learningRate, warmUpUpdates, totalUpdates) => {
          const run = rates({ schedule, learningRate, warmUpUpdates }, totalUpdates);
          run.forEach((rate, update) => {
            expect(rate).toBeGreaterThan(0);
            expect(rate).toBeLessThanOrEqual(learningRate);
            const before = run[update - 1];
            if (before === undefined || schedule === 'constant') return;
            if (update < warmUpUpdates) expect(rate).toBeGreaterThan(before);
            else if (update > warmUpUpdates) expect(rate).toBeLessThanOrEqual(before);
          });
        },
      ),
    );
  });
});
