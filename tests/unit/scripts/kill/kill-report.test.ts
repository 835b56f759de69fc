import { describe, expect, it } from 'vitest';
import { killJson, momentLine, summaryLine } from '../../../../scripts/kill/kill-report.ts';
import type { KilledMoment } from '../../../../scripts/kill/killed-moment.ts';

const WHOLE = { state: 'whole', updates: 1, pieces: 4, pieceBytes: 10, byteLength: 10 } as const;

const PREVIOUS: KilledMoment = {
  moment: { step: 9, isHeld: true },
  killedAt: '9: put in pieces asked',
  records: [WHOLE, { state: 'writing', pieces: 1, pieceBytes: 4 }],
  foundUpdates: 1,
  found: 'previous',
  problems: [],
};
const NEW: KilledMoment = { ...PREVIOUS, records: [WHOLE, { ...WHOLE, updates: 2 }], foundUpdates: 2, found: 'new' };
const BROKEN: KilledMoment = { ...NEW, problems: ['the losses are not those of the uninterrupted run'] };

describe('report of kills', () => {
  it('says of a moment where the write stood, what was found, and what lay in the storage', () => {
    const line = momentLine(PREVIOUS).replaceAll(/ {2,}/g, ' | ');
    expect(line).toBe(
      '9: put in pieces asked | held | update 1, previous | update 1 whole, 4 pieces; one being written, 1 piece',
    );
  });

  it('has a line of its own for each problem', () => {
    expect(momentLine(BROKEN).split('\n').slice(1)).toEqual([
      '  PROBLEM: the losses are not those of the uninterrupted run',
    ]);
  });

  it('counts a moment with a problem as not survived', () => {
    const results = [PREVIOUS, PREVIOUS, NEW, BROKEN];
    expect(killJson(results)).toMatchObject({ moments: 4, survived: 3, previous: 2, new: 2, inWriting: 2 });
    expect(summaryLine(results)).toContain('3 of 4 kills survived');
  });
});
