import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadMoments } from '../../../../scripts/kill/moments.ts';

describe('moments of a write', () => {
  it('are spread from its first step to the one before its end, every other one held', () => {
    expect(spreadMoments(4, 32)).toEqual([
      { step: 1, isHeld: true },
      { step: 11, isHeld: false },
      { step: 21, isHeld: true },
      { step: 31, isHeld: false },
    ]);
  });

  it('is the middle of the write where there is only one', () => {
    expect(spreadMoments(1, 32)).toEqual([{ step: 16, isHeld: true }]);
  });

  it('are all different as long as there are steps enough, and never the end', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 3, max: 100 }), (moments, steps) => {
        const chosen = spreadMoments(moments, steps).map(({ step }) => step);
        expect(chosen).toHaveLength(moments);
        expect(new Set(chosen).size).toBe(Math.min(moments, moments === 1 ? 1 : steps - 1));
        expect(Math.min(...chosen)).toBeGreaterThanOrEqual(1);
        expect(Math.max(...chosen)).toBeLessThan(steps);
      }),
    );
  });
});
