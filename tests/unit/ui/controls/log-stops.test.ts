import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logStops, nearestStop, roundToDigits } from '../../../../src/ui/controls/log-stops.ts';

const batchStops = logStops({ from: 1, to: 16_384, perDoubling: 16, round: Math.round });

describe('stops of a logarithmic slider', () => {
  it('have both ends and every power of two between them', () => {
    for (let power = 0; power <= 14; power++) expect(batchStops).toContain(2 ** power);
    expect([batchStops[0], batchStops.at(-1)]).toEqual([1, 16_384]);
  });

  it('end exactly at the ends, whatever they are rounded to between', () => {
    const stops = logStops({ from: 1, to: 1024, perDoubling: 16, round: roundToDigits(3) });
    expect([stops[0], stops.at(-1)]).toEqual([1, 1024]);
  });

  it('rise without two that are equal, so that every arrow key changes the value', () => {
    for (const [index, stop] of batchStops.entries()) expect(stop).toBeGreaterThan(batchStops[index - 1] ?? 0);
  });

  it('are never further apart than a doubling', () => {
    for (const [index, stop] of batchStops.entries())
      expect(stop / (batchStops[index - 1] ?? stop)).toBeLessThanOrEqual(2);
  });

  it('each is its own nearest stop', () => {
    for (const [index, stop] of batchStops.entries()) expect(nearestStop(batchStops, stop)).toBe(index);
  });

  it('nearest by ratio: no other stop has a smaller one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 16_384 }), (value) => {
        const distance = (stop: number) => Math.abs(Math.log(stop / value));
        const nearest = batchStops[nearestStop(batchStops, value)] ?? Number.NaN;
        expect(distance(nearest)).toBe(Math.min(...batchStops.map(distance)));
      }),
    );
  });

  it('take the end for a value outside, and zero for zero', () => {
    expect(nearestStop(batchStops, 1e9)).toBe(batchStops.length - 1);
    expect(nearestStop([0, 1e-6, 1e-3], 0)).toBe(0);
  });

  it('round to significant digits without a trace of binary fractions', () => {
    expect(roundToDigits(2)(0.0012345)).toBe(0.0012);
    expect(roundToDigits(3)(1023.6)).toBe(1020);
  });
});
