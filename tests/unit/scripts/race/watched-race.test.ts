import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WatchedRace } from '../../../../scripts/race/watched-race.ts';
import { NO_ANSWER_SECONDS } from '../../../../scripts/train/watchdog.ts';
import { STOP_LIMIT_MS } from '../../../../scripts/train/watched-work.ts';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import { failureOf } from '../../../../src/core/failures.ts';
import type { Command } from '../../../../src/protocol/commands.ts';
import type { Event } from '../../../../src/protocol/events.ts';
import type { RaceEnd } from '../../../../src/protocol/race-progress.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const config = defaultConfig('fashion-mlp');
const STARTED: Event = { type: 'race', raceId: 1, progress: { type: 'started', upperBound: 9, usableBytes: 1 } };
const ended = (end: RaceEnd): Event => ({ type: 'race', raceId: 1, progress: { type: 'ended', end, compileMs: 0 } });

function watchedRace() {
  const sent: Command[] = [];
  const race = new WatchedRace(config, { send: (command) => sent.push(command), onEvent: () => {} });
  return { race, sent };
}

describe('WatchedRace', () => {
  it('starts the race and finishes with it, with the standing by then', async () => {
    const { race, sent } = watchedRace();
    const outcome = race.start();
    expect(sent).toEqual([{ type: 'race', raceId: 1, config }]);
    race.receive(STARTED);
    race.receive(ended({ type: 'finished' }));
    expect(await outcome).toMatchObject({ type: 'finished', standing: { upperBound: 9 } });
  });

  it('ends with the failure of the race, of its worker, or of a browser that hangs', async () => {
    const failed = watchedRace();
    const failure = failed.race.start();
    failed.race.receive(ended({ type: 'failed', failure: failureOf('race-device-failed', { isLost: true }) }));
    expect(await failure).toMatchObject({ type: 'failed', failure: { code: 'race-device-failed' } });

    const crashed = watchedRace();
    const crash = crashed.race.start();
    crashed.race.receive({ type: 'worker-crashed', detail: 'd' });
    expect(await crash).toMatchObject({ type: 'failed', failure: { code: 'worker-crashed' } });

    const silent = watchedRace();
    const silence = silent.race.start();
    vi.advanceTimersByTime(NO_ANSWER_SECONDS * 1000);
    expect(await silence).toMatchObject({ type: 'failed', failure: { code: 'no-answer' } });
    expect(silent.sent.map(({ type }) => type)).toEqual(['race', 'plan']);
  });

  it('stops as asked, whether the worker answers or not', async () => {
    const { race, sent } = watchedRace();
    const outcome = race.start();
    race.stop();
    expect(sent.at(-1)).toEqual({ type: 'stop-race', raceId: 1 });
    vi.advanceTimersByTime(STOP_LIMIT_MS);
    expect(await outcome).toMatchObject({ type: 'stopped' });
    expect(vi.getTimerCount()).toBe(0);
  });
});
