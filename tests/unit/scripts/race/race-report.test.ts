import { describe, expect, test } from 'vitest';
import { raceJson, raceTable } from '../../../../scripts/race/race-report.ts';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import { SEARCH_IDS, type SearchId } from '../../../../src/core/config/training-config.ts';
import type { RaceProgress } from '../../../../src/protocol/race-progress.ts';
import { afterProgress, RACE_AT_START } from '../../../../src/protocol/race-standing.ts';

const CONFIG = defaultConfig('fashion-mlp');

const tried = (search: SearchId, microBatch: number, fits: boolean): RaceProgress => ({
  type: 'size',
  search,
  size: {
    microBatch,
    how: 'tried',
    verdict: fits ? { type: 'fits' } : { type: 'over-budget', overBytes: 1 },
    peakBytes: 1,
    elapsedMs: 12.5,
  },
});

const TOLD: readonly RaceProgress[] = [
  { type: 'started', upperBound: 512, usableBytes: 4.75 * 2 ** 20 },
  { type: 'search-ended', result: { search: 'planned', ending: 'chosen', capacity: 200 } },
  tried('halving', 512, false),
  tried('halving', 256, false),
  tried('halving', 128, true),
  { type: 'search-ended', result: { search: 'halving', ending: 'chosen', capacity: 128 } },
  { type: 'ended', end: { type: 'finished' }, compileMs: 1500 },
];
const standing = TOLD.reduce(afterProgress, RACE_AT_START);

describe('the report of a race', () => {
  test('has a row for each search: what it found, its share of the largest, tries, failures, time, sizes', () => {
    const lines = raceTable(CONFIG, standing).split('\n');
    expect(lines[0]).toBe('fashion-mlp, batch 512, 4.75 MiB usable: the largest size that fits is 200.');
    const row = lines.find((line) => line.startsWith('halving'));
    expect(row?.split(/\s{2,}/)).toEqual(['halving', '128', '64.0 %', '3', '2', '38 ms', '512x 256x 128']);
    expect(lines.find((line) => line.startsWith('power'))).toMatch(/–/);
    expect(lines.join('\n')).toContain('1.5 s to compile');
  });

  test('is one object for programs, with every size', () => {
    const json = raceJson(CONFIG, standing);
    expect(json).toMatchObject({ workload: 'fashion-mlp', batch: 512, largest: 200, end: 'finished', compileMs: 1500 });
    const searches = json.searches as readonly { readonly search: string }[];
    expect(searches.map(({ search }) => search)).toEqual(SEARCH_IDS);
    expect(searches.find(({ search }) => search === 'halving')).toMatchObject({
      ending: 'chosen',
      found: 128,
      share: 0.64,
      tried: 3,
      failed: 2,
      totalMs: 37.5,
    });
    expect(searches.at(-1)).toMatchObject({ ending: null, found: null, share: null, tried: 0 });
  });

  test('says where nothing fits, and where the race was stopped', () => {
    const first = (told: readonly RaceProgress[]) =>
      raceTable(CONFIG, told.reduce(afterProgress, RACE_AT_START)).split('\n')[0];
    expect(first([{ type: 'ended', end: { type: 'finished' }, compileMs: 0 }])).toMatch(/: not one example fits\.$/);
    expect(first(TOLD.slice(0, 2))).toMatch(/: stopped before all searches had ended\.$/);
  });
});
