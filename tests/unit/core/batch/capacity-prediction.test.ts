import { describe, expect, it } from 'vitest';
import { predictCapacity } from '../../../../src/core/batch/capacity-prediction.ts';
import type { ConsideredSize, SizeVerdict } from '../../../../src/core/program/plan-report.ts';

function size(microBatch: number, peakBytes: number, verdict: SizeVerdict = { type: 'fits' }): ConsideredSize {
  return { microBatch, peakBytes, verdict, planMs: 0 };
}

/** Of a bracket that nothing has narrowed yet. */
const FIRST = { fitsBelow: undefined, streak: 0 };

const overBudget: SizeVerdict = { type: 'over-budget', overBytes: 1 };
const overLimit = (asked: number, allowed: number): SizeVerdict => ({
  type: 'over-limit',
  limit: 'maxBufferSize',
  asked,
  allowed,
});

describe('predictCapacity', () => {
  it('interpolates: 1,000 fixed bytes and 10 an example fill 3,000 bytes at 200 examples', () => {
    const bracket = { fits: size(1, 1010), refused: size(512, 6120, overBudget), ...FIRST };
    expect(predictCapacity(bracket, 3000)).toBe(200);
    expect(predictCapacity(bracket, 3009)).toBe(200);
    expect(predictCapacity(bracket, 3010)).toBe(201);
  });

  it('takes the ratio of allowed to asked where a limit was exceeded: 512 × 100 / 400 = 128', () => {
    const bracket = { fits: size(1, 10), refused: size(512, 0, overLimit(400, 100)), ...FIRST };
    expect(predictCapacity(bracket, 1e9)).toBe(128);
  });

  it('takes the smaller size where both budget and limit are exceeded', () => {
    const refused = size(512, 6120, overLimit(400, 100));
    expect(predictCapacity({ fits: size(1, 1010), refused, ...FIRST }, 3000)).toBe(128);
    expect(predictCapacity({ fits: size(1, 1010), refused, ...FIRST }, 1500)).toBe(50);
  });

  it('no evidence, no number: nothing is predicted from one passed size and a refusal without bytes', () => {
    const refused = size(512, 0, { type: 'out-of-memory' });
    expect(predictCapacity({ fits: size(1, 1010), refused, ...FIRST }, 3000)).toBeUndefined();
  });

  it('extrapolates at most to twice the largest size that passed, where the line says 253,731', () => {
    // 100 bytes an example and no fixed bytes
    const bracket = {
      fits: size(64, 6400),
      refused: size(60_000, 0, overLimit(2, 2)),
      fitsBelow: size(1, 100),
      streak: 0,
    };
    expect(predictCapacity({ ...bracket, refused: size(60_000, 0, { type: 'out-of-memory' }) }, 25_373_100)).toBe(128);
  });

  it('says nothing where the bytes do not rise, or where the bytes of the refused size are within the budget', () => {
    const fits = size(1, 1000);
    expect(
      predictCapacity({ fits: size(1, 9000), refused: size(9, 8000, overBudget), ...FIRST }, 7000),
    ).toBeUndefined();
    expect(
      predictCapacity({ fits, refused: size(9, 8000, { type: 'out-of-memory' }), ...FIRST }, 9000),
    ).toBeUndefined();
  });

  it('leans away from the end that keeps moving: after 3 passes the distance of the other end counts a quarter', () => {
    // 3,000 is 1,000 above the one end and 4,000 below the other: 100 + 400 / 5, or 100 + 400 · 4 / 8
    const bracket = { fits: size(100, 2000), refused: size(500, 7000, overBudget), fitsBelow: undefined };
    expect(predictCapacity({ ...bracket, streak: 1 }, 3000)).toBe(180);
    expect(predictCapacity({ ...bracket, streak: 3 }, 3000)).toBe(300);
    // 100 + 400 / 17
    expect(predictCapacity({ ...bracket, streak: -3 }, 3000)).toBe(123);
  });

  it('ignores evidence that contradicts what has passed or was refused', () => {
    const fits = size(100, 10);
    expect(predictCapacity({ fits, refused: size(512, 0, overLimit(1000, 10)), ...FIRST }, 1e9)).toBeUndefined();
    expect(predictCapacity({ fits, refused: size(512, 0, overLimit(10, 1000)), ...FIRST }, 1e9)).toBeUndefined();
    expect(predictCapacity({ fits, refused: size(512, 0, overLimit(0, 0)), ...FIRST }, 1e9)).toBeUndefined();
  });
});
