import { describe, expect, it } from 'vitest';
import { searchNote } from '../../../../scripts/plan/search-note.ts';
import { FITTING_PLAN } from './plan-report-fixtures.ts';

const { config, considered } = FITTING_PLAN;

describe('searchNote', () => {
  it('says that a search by tries needs a device, and what is shown instead', () => {
    expect(searchNote({ config: { ...config, search: 'bisect' }, considered })).toBe(
      'Search: bisect tries sizes on a device when a run starts; this is what planned finds.',
    );
  });

  it('says nothing of the planned search, of a fixed size, and of sizes that were tried', () => {
    expect(searchNote({ config, considered })).toBeUndefined();
    expect(searchNote({ config: { ...config, search: 'bisect', microBatch: 8 }, considered })).toBeUndefined();
    const tried = [{ microBatch: 8, peakBytes: 1, verdict: { type: 'fits' }, planMs: 0, triedMs: 2 }] as const;
    expect(searchNote({ config: { ...config, search: 'bisect' }, considered: tried })).toBeUndefined();
  });
});
