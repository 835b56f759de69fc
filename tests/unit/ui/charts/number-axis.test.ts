import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  axisFromZero,
  countAxis,
  rangeAxis,
  roundUp125,
  tickText,
  updatesAxis,
} from '../../../../src/ui/charts/number-axis.ts';

describe('number axis', () => {
  it('rounds up to 1, 2 or 5 times a power of ten, and no further', () => {
    expect([0.03, 1, 1.2, 3, 7, 40, 100, 101].map(roundUp125)).toEqual([0.05, 1, 2, 5, 10, 50, 100, 200]);
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (value) => {
        const rounded = roundUp125(value);
        expect(rounded).toBeGreaterThanOrEqual(value * (1 - 1e-9));
        expect(rounded).toBeLessThanOrEqual(2.5 * value * (1 + 1e-9));
      }),
    );
  });

  it('covers every value with equal steps, from zero', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (maximum) => {
        const { domain, ticks } = axisFromZero(maximum);
        expect(ticks[0]).toBe(0);
        expect(domain[1]).toBeGreaterThanOrEqual(maximum * (1 - 1e-9));
        expect(ticks.at(-1)).toBe(domain[1]);
        expect(ticks.length).toBeLessThanOrEqual(5);
      }),
    );
    expect(axisFromZero(2.31).ticks).toEqual([0, 1, 2, 3]);
  });

  it('stands for nothing measured with an axis from 0 to 1', () => {
    expect(axisFromZero(0).domain).toEqual([0, 1]);
    expect(axisFromZero(Number.NaN).domain).toEqual([0, 1]);
  });

  it('counts in whole numbers', () => {
    expect(countAxis(1).ticks).toEqual([0, 1]);
    expect(countAxis(171, 3).ticks).toEqual([0, 100, 200]);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 20_000, noNaN: true }), fc.integer({ min: 2, max: 6 }), (maximum, steps) => {
        const { ticks, domain } = countAxis(maximum, steps);
        expect(ticks.every(Number.isInteger)).toBe(true);
        expect(ticks.at(-1)).toBe(domain[1]);
        expect(domain[1]).toBeGreaterThanOrEqual(maximum);
      }),
    );
  });
});

describe('updates axis', () => {
  it('grows in jumps and never beyond the end of the run', () => {
    expect([1, 20, 21, 51, 150, 299, 300].map((latest) => updatesAxis(latest, 300).domain[1])).toEqual([
      20, 20, 50, 100, 200, 300, 300,
    ]);
  });

  it('shows the whole run before it starts, and 100 updates where its length is unknown', () => {
    expect(updatesAxis(0, 300).domain).toEqual([0, 300]);
    expect(updatesAxis(0, undefined).domain).toEqual([0, 100]);
  });

  it('keeps every update on the axis, even more than were announced', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(5000), (latest, total) => {
        expect(updatesAxis(latest, total).domain[1]).toBeGreaterThanOrEqual(latest);
      }),
    );
  });

  it('ends with a tick of its own that no other tick touches', () => {
    expect(rangeAxis(43).ticks).toEqual([0, 10, 20, 30, 43]);
    expect(rangeAxis(1).ticks).toEqual([0, 1]);
    expect(rangeAxis(25).ticks).toEqual([0, 5, 10, 15, 20, 25]);
  });
});

describe('tick text', () => {
  it('has no needless zeros and stays short', () => {
    expect([0, 0.5, 2.5, 200, 9999, 12_000, 3_400_000, 5e10, 0.00001].map(tickText)).toEqual([
      '0',
      '0.5',
      '2.5',
      '200',
      '9,999',
      '12k',
      '3.4M',
      '5e10',
      '1e−5',
    ]);
  });
});
