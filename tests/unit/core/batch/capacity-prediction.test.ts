import { describe, expect, it } from 'vitest';
import { predictCapacity } from '../../../../src/core/batch/capacity-prediction.ts';
import type { ConsideredSize, SizeVerdict } from '../../../../src/core/program/plan-report.ts';

function size(microBatch: number, peakBytes: number, verdict: SizeVerdict = { type: 'fits' }): ConsideredSize {
  return { microBatch, peakBytes, verdict, planMs: 0 };
}

const overBudget: SizeVerdict = { type: 'over-budget', overBytes: 1 };
const overLimit = (asked: number, allowed: number): SizeVerdict => ({
  type: 'over-limit',
  limit: 'maxBufferSize',
  asked,
  allowed,
});

describe('predictCapacity', () => {
  it('interpolates: 1,000 fixed bytes and 10 an example fill 3,000 bytes at 200 examples', () => {
    const bracket = { fits: size(1, 1010), refused: size(512, 6120, overBudget), fitsBelow: undefined };
    expect(predictCapacity(bracket, 3000)).toBe(200);
    expect(predictCapacity(bracket, 3009)).toBe(200);
    expect(predictCapacity(bracket, 3010)).toBe(201);
  });

  it('takes the ratio of allowed to asked where a limit was exceeded: 512 × 100 / 400 = 128', () => {
    const bracket = { fits: size(1, 10), refused: size(512, 0, overLimit(400, 100)), fitsBelow: undefined };
    expect(predictCapacity(bracket, 1e9)).toBe(128);
  });

  it('takes the smaller size where both budget and limit are exceeded', () => {
    const refused = size(512, 6120, overLimit(400, 100));
    expect(predictCapacity({ fits: size(1, 1010), refused, fitsBelow: undefined }, 3000)).toBe(128);
    expect(predictCapacity({ fits: size(1, 1010), refused, fitsBelow: undefined }, 1500)).toBe(50);
  });

  it('no evidence, no number: nothing is predicted from one passed size and a refusal without bytes', () => {
    const refused = size(512, 0, { type: 'out-of-memory' });
    expect(predictCapacity({ fits: size(1, 1010), refused, fitsBelow: undefined }, 3000)).toBeUndefined();
  });

  it('extrapolates at most to twice the largest size that passed, where the line says 253,731', () => {
    // 100 bytes an example and no fixed bytes
    const bracket = { fits: size(64, 6400), refused: size(60_000, 0, overLimit(2, 2)), fitsBelow: size(1, 100) };
    expect(predictCapacity({ ...bracket, refused: size(60_000, 0, { type: 'out-of-memory' }) }, 25_373_100)).toBe(128);
  });

  it('says nothing where the bytes do not rise, or where the bytes of the refused size are within the budget', () => {
    const fits = size(1, 1000);
    expect(
      predictCapacity({ fits: size(1, 9000), refused: size(9, 8000, overBudget), fitsBelow: undefined }, 7000),
    ).toBeUndefined();
    expect(
      predictCapacity({ fits, refused: size(9, 8000, { type: 'out-of-memory' }), fitsBelow: undefined }, 9000),
    ).toBeUndefined();
  });

  it('ignores evidence that contradicts what has passed or was refused', () => {
    const fits = size(100, 10);
    expect(
      predictCapacity({ fits, refused: size(512, 0, overLimit(1000, 10)), fitsBelow: undefined }, 1e9),
    ).toBeUndefined();
    expect(
      predictCapacity({ fits, refused: size(512, 0, overLimit(10, 1000)), fitsBelow: undefined }, 1e9),
    ).toBeUndefined();
    expect(
      predictCapacity({ fits, refused: size(512, 0, overLimit(0, 0)), fitsBelow: undefined }, 1e9),
    ).toBeUndefined();
  });
});
