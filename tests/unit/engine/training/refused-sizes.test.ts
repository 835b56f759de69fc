import { describe, expect, test } from 'vitest';
import { RefusedSizes } from '../../../../src/engine/training/refused-sizes.ts';

describe('sizes that the device refused', () => {
  test('before the run hold for its budget, and for no larger one', () => {
    const refused = new RefusedSizes(12, 1000);
    expect([refused.within(1000), refused.within(1001)]).toEqual([12, undefined]);
    expect(refused.forget(1_000_000)).toBe(false);
    expect(refused.within(1000)).toBe(12);
  });

  test('in a run are forgotten after a while, and after twice as long when that was in vain', () => {
    const refused = new RefusedSizes(undefined, 0);
    refused.add(9, 100);
    refused.add(5, 100);
    expect(refused.within(1)).toBe(5);
    expect([refused.forget(131), refused.forget(132), refused.forget(133)]).toEqual([false, true, false]);
    expect(refused.within(1)).toBeUndefined();
    refused.add(9, 132);
    expect([refused.forget(195), refused.forget(196)]).toEqual([false, true]);
  });
});
