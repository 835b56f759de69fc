import { describe, expect, it } from 'vitest';
import { requireSameStep } from '../../../../scripts/bench/measure-scenario.ts';

describe('requireSameStep', () => {
  it('accepts losses that differ by rounding', () => {
    expect(() => requireSameStep([2.31, 2.05], [2.310001, 2.04999])).not.toThrow();
  });

  it('refuses to compare two different steps', () => {
    expect(() => requireSameStep([2.31, 2.05], [2.31, 2.06])).toThrow('do not train alike');
    expect(() => requireSameStep([2.31, 2.05], [2.31])).toThrow('do not train alike');
    expect(() => requireSameStep([2.31], [Number.NaN])).toThrow('do not train alike');
    expect(() => requireSameStep([Number.NaN], [Number.NaN])).toThrow('do not train alike');
  });
});
