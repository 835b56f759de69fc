import { describe, expect, test } from 'vitest';
import { SEARCH_IDS, type SearchId } from '../../../src/core/config/training-config.ts';
import type { RacedSize, RaceProgress } from '../../../src/protocol/race-progress.ts';
import { afterProgress, countLane, largestFound, RACE_AT_START } from '../../../src/protocol/race-standing.ts';

const size = (search: SearchId, microBatch: number, how: RacedSize['how'], fits: boolean): RaceProgress => ({
  type: 'size',
  search,
  size: {
    microBatch,
    how,
    verdict: fits ? { type: 'fits' } : { type: 'over-budget', overBytes: 1 },
    peakBytes: 100 * microBatch,
    elapsedMs: 10,
  },
});

const TOLD: readonly RaceProgress[] = [
  { type: 'started', upperBound: 9, usableBytes: 350 },
  { type: 'search-started', search: 'planned' },
  size('planned', 9, 'planned', false),
  size('planned', 3, 'planned', true),
  { type: 'compiling', done: 1, total: 4 },
  size('planned', 3, 'confirmed', true),
  { type: 'search-ended', result: { search: 'planned', ending: 'chosen', capacity: 3 } },
  { type: 'search-started', search: 'doubling' },
  size('doubling', 1, 'tried', true),
  size('doubling', 2, 'tried', true),
  size('doubling', 4, 'tried', false),
];

describe('the standing of a race', () => {
  test('has a lane for every search, in the order in which they run', () => {
    expect(RACE_AT_START.lanes.map(({ search }) => search)).toEqual(SEARCH_IDS);
  });

  test('counts tries and failures; planning is timed and no try, what confirms it is neither', () => {
    const { lanes } = TOLD.reduce(afterProgress, RACE_AT_START);
    const counts = lanes.slice(0, 3).map(countLane);
    expect(counts).toEqual([
      { tried: 0, failed: 0, totalMs: 20 },
      { tried: 3, failed: 1, totalMs: 30 },
      { tried: 0, failed: 0, totalMs: 0 },
    ]);
  });

  test('knows who is racing, what was found, and when kernels compile', () => {
    const standing = TOLD.reduce(afterProgress, RACE_AT_START);
    expect(standing).toMatchObject({ upperBound: 9, usableBytes: 350, end: undefined });
    expect(standing.lanes.filter(({ isRacing }) => isRacing).map(({ search }) => search)).toEqual(['doubling']);
    expect(largestFound(standing)).toBe(3);
    expect(standing.compiling).toEqual({ done: 1, total: 4 });
    expect(afterProgress(standing, { type: 'compiling', done: 4, total: 4 }).compiling).toBeUndefined();
  });

  test('keeps what was found when it ends before its time', () => {
    const ended = [...TOLD, { type: 'ended', end: { type: 'stopped' }, compileMs: 7 } as const];
    const { lanes, end, compileMs } = ended.reduce(afterProgress, RACE_AT_START);
    expect([end, compileMs]).toEqual([{ type: 'stopped' }, 7]);
    expect(lanes.some(({ isRacing }) => isRacing)).toBe(false);
    expect(lanes[0]?.result?.capacity).toBe(3);
    expect(lanes[1]).toMatchObject({ result: undefined });
    expect(lanes[1]?.sizes).toHaveLength(3);
  });
});
