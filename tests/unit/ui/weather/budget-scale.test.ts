import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  budgetAtY,
  budgetScale,
  budgetTicks,
  handRatio,
  meantBudget,
  yOf,
} from '../../../../src/ui/weather/budget-scale.ts';

const SCALE = budgetScale([3.61, 4.75], 240);
const anyBudget = fc.double({ min: 0.5, max: 100_000, noNaN: true });

describe('the scale of the weather picture', () => {
  it('shows every budget it was made for, with room to draw above and below', () => {
    fc.assert(
      fc.property(fc.array(anyBudget, { minLength: 1, maxLength: 6 }), (budgetsMiB) => {
        const scale = budgetScale(budgetsMiB, 240);
        for (const budgetMiB of budgetsMiB) {
          expect(yOf(scale, budgetMiB)).toBeGreaterThan(5);
          expect(yOf(scale, budgetMiB)).toBeLessThan(235);
        }
      }),
    );
  });

  it('reads a height back', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 240, noNaN: true }), (y) => {
        expect(yOf(SCALE, budgetAtY(SCALE, y))).toBeCloseTo(y, 6);
      }),
    );
  });

  it('takes a round budget for what a hand means, within the reach of a hand', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 240, noNaN: true }), (y) => {
        const ratio = meantBudget(SCALE, y, []) / budgetAtY(SCALE, y);
        expect(Math.max(ratio, 1 / ratio)).toBeLessThanOrEqual(handRatio(SCALE) * (1 + 1e-9));
      }),
    );
    expect(meantBudget(SCALE, yOf(SCALE, 4.03), [])).toBe(4);
  });

  it('draws the hand to the person’s own budget', () => {
    expect(meantBudget(SCALE, yOf(SCALE, 4.75) + 4, [4.75])).toBe(4.75);
  });

  it.each([[[3.61, 4.75]], [[0.6, 24]], [[600, 24 * 1024]], [[5]], [[0.01, 100_000]]])(
    'of %j names a few round budgets in the picture',
    (budgetsMiB) => {
      const scale = budgetScale(budgetsMiB, 240);
      const ticks = budgetTicks(scale, 5);
      expect(ticks.length).toBeGreaterThanOrEqual(3);
      expect(ticks.length).toBeLessThanOrEqual(9);
      for (const tick of ticks) {
        expect(tick).toBeGreaterThanOrEqual(scale.lowMiB);
        expect(tick).toBeLessThanOrEqual(scale.highMiB);
      }
    },
  );
});
