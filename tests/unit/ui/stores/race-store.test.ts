import { beforeEach, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import { RACE_AT_START } from '../../../../src/protocol/race-standing.ts';
import { beginRace, endRace, isRacing, noteRace, raceStore } from '../../../../src/ui/stores/race-store.ts';

const CONFIG = defaultConfig('fashion-mlp');
const STARTED = { type: 'started', upperBound: 9, usableBytes: 1 } as const;

describe('race store', () => {
  beforeEach(() => raceStore.setState({ raceId: 0 }, true));

  test('a race begins in place of the last one, with a rising id and its own configuration', () => {
    expect(beginRace(CONFIG)).toBe(1);
    noteRace(1, STARTED);
    expect(beginRace({ ...CONFIG, batchSize: 7 })).toBe(2);
    expect(raceStore.getState()).toEqual({ raceId: 2, config: { ...CONFIG, batchSize: 7 }, standing: RACE_AT_START });
  });

  test('is not told of a dead race, nor of one that has ended', () => {
    beginRace(CONFIG);
    const raceId = beginRace(CONFIG);
    noteRace(raceId - 1, STARTED);
    expect(raceStore.getState().standing?.upperBound).toBe(0);
    noteRace(raceId, { type: 'ended', end: { type: 'stopped' }, compileMs: 0 });
    noteRace(raceId, STARTED);
    expect(raceStore.getState().standing).toMatchObject({ upperBound: 0, end: { type: 'stopped' } });
  });

  test('races from the button to the end, whatever the end', () => {
    expect(isRacing(raceStore.getState())).toBe(false);
    endRace({ type: 'stopped' });
    expect(raceStore.getState()).toEqual({ raceId: 0 });
    beginRace(CONFIG);
    expect(isRacing(raceStore.getState())).toBe(true);
    endRace({ type: 'stopped' });
    expect(isRacing(raceStore.getState())).toBe(false);
  });
});
