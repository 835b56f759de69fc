import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RacedSize } from '../../../../src/protocol/race-progress.ts';
import type { RaceLane } from '../../../../src/protocol/race-standing.ts';
import { LANE_HEIGHT, lanePicture, laneTicks, sizePosition } from '../../../../src/ui/panels/race-lane.ts';

const size = (microBatch: number, fits: boolean, how: RacedSize['how'] = 'tried'): RacedSize => ({
  microBatch,
  how,
  verdict: fits ? { type: 'fits' } : { type: 'out-of-memory' },
  peakBytes: 0,
  elapsedMs: 1,
});

function lane(sizes: readonly RacedSize[], capacity?: number): RaceLane {
  const result = capacity === undefined ? undefined : ({ search: 'bisect', ending: 'chosen', capacity } as const);
  return { search: 'bisect', isRacing: false, sizes, result };
}

describe('a lane of the race', () => {
  test('places sizes on a logarithmic axis: every doubling is as far', () => {
    const positions = [1, 2, 4, 8].map((microBatch) => sizePosition(microBatch, 8));
    expect(positions[0]).toBeCloseTo(4);
    expect(positions[3]).toBeCloseTo(96);
    const steps = positions.slice(1).map((x, index) => x - (positions[index] ?? 0));
    for (const step of steps) expect(step).toBeCloseTo(92 / 3);
    expect(sizePosition(1, 1)).toBe(50);
  });

  test('draws sizes in order from top to bottom, in the lane, however many', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4096 }), { minLength: 1, maxLength: 128 }), (asked) => {
        const { marks } = lanePicture(lane(asked.map((microBatch) => size(microBatch, true))), 4096);
        expect(marks.map((mark) => mark.size.microBatch)).toEqual(asked);
        const ys = marks.map(({ y }) => y);
        expect(ys).toEqual([...ys].sort((a, b) => a - b));
        expect(Math.min(...ys)).toBeGreaterThan(0);
        expect(Math.max(...ys)).toBeLessThan(LANE_HEIGHT);
        for (const { x } of marks) expect(x >= 4 && x <= 96).toBe(true);
      }),
    );
  });

  test('tells passes, failures and plans apart, and marks the run that gave the answer', () => {
    const sizes = [size(8, false, 'planned'), size(5, true, 'planned'), size(5, true, 'confirmed'), size(6, false)];
    const { marks, found } = lanePicture(lane(sizes, 5), 8);
    expect(marks.map(({ kind }) => kind)).toEqual(['planned-failed', 'planned', 'passed', 'failed']);
    expect(found).toBe(marks[2]);
    expect(lanePicture(lane(sizes), 8).found).toBeUndefined();
    expect(lanePicture(lane([size(1, false)], 0), 8).found).toBeUndefined();
  });

  test('labels powers of four and the largest size, none too close to it', () => {
    expect(laneTicks(512)).toEqual([1, 4, 16, 64, 512]);
    expect(laneTicks(300)).toEqual([1, 4, 16, 64, 300]);
    expect(laneTicks(1)).toEqual([1]);
  });
});
