import { describe, expect, it } from 'vitest';
import { nextPace, STILL } from '../../../../src/ui/ribbon/ribbon-pace.ts';

/** Events every 100 ms while the run makes `updatesPerSecond`. */
function paceAfter(events: number, updatesPerSecond: number, from = STILL) {
  let pace = from;
  for (let event = 1; event <= events; event += 1) {
    const atMs = from.atMs + event * 100;
    pace = nextPace(pace, from.update + Math.floor((event * updatesPerSecond) / 10), atMs);
  }
  return pace;
}

describe('ribbon pace', () => {
  it('says too fast when most events are about another update', () => {
    expect(paceAfter(40, 50).isTooFast).toBe(true);
    expect(paceAfter(40, 50).updatesPerSecond).toBeGreaterThan(40);
  });

  it('stays watchable at one update a second', () => {
    expect(paceAfter(40, 1).isTooFast).toBe(false);
  });

  it('keeps its answer between the two thresholds', () => {
    expect(paceAfter(60, 3).isTooFast).toBe(false);
    expect(paceAfter(60, 3, paceAfter(40, 20)).isTooFast).toBe(true);
  });

  it('forgets the last run when updates start over', () => {
    expect(nextPace(paceAfter(40, 50), 1, 99_000)).toMatchObject({ isTooFast: false, updatesPerSecond: 0 });
  });
});
