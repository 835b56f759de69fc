import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browserLost } from '../../../../scripts/train/command-failure.ts';
import { NO_ANSWER_SECONDS } from '../../../../scripts/train/watchdog.ts';
import { WatchedRun } from '../../../../scripts/train/watched-run.ts';
import { STOP_LIMIT_MS } from '../../../../scripts/train/watched-work.ts';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import type { Failure } from '../../../../src/core/failures.ts';
import type { TrainingPhase } from '../../../../src/core/training-phase.ts';
import type { Command } from '../../../../src/protocol/commands.ts';
import type { Event } from '../../../../src/protocol/events.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const config = defaultConfig('fashion-mlp');
const phase = (name: TrainingPhase): Event => ({ type: 'phase', runId: 1, phase: name });
const failure: Failure = { code: 'does-not-fit', message: 'm', cause: 'c', remedy: 'r' };

function watchedRun() {
  const sent: Command[] = [];
  const seen: Event[] = [];
  const run = new WatchedRun(config, { send: (command) => sent.push(command), onEvent: (event) => seen.push(event) });
  return { run, sent, seen };
}

describe('WatchedRun', () => {
  it('starts the configuration and finishes with the worker', async () => {
    const { run, sent, seen } = watchedRun();
    const outcome = run.start();
    expect(sent).toEqual([{ type: 'start', runId: 1, config, pauseAtStart: false }]);
    run.receive(phase('training'));
    run.receive(phase('finished'));
    expect(await outcome).toEqual({ type: 'finished' });
    expect(seen).toEqual([phase('training'), phase('finished')]);
  });

  it('ends with the failure of the worker, whether it comes before the phase or after', async () => {
    const events: Event[] = [{ type: 'failure', runId: 1, failure }, phase('failed')];
    for (const order of [events, [...events].reverse()]) {
      const { run } = watchedRun();
      const outcome = run.start();
      for (const event of order) run.receive(event);
      expect(await outcome).toEqual({ type: 'failed', failure });
    }
  });

  it('ignores events of another run', async () => {
    const { run, seen } = watchedRun();
    const outcome = run.start();
    run.receive({ type: 'phase', runId: 0, phase: 'finished' });
    expect(seen).toEqual([]);
    run.receive(phase('finished'));
    expect(await outcome).toEqual({ type: 'finished' });
  });

  it('fails when the worker crashes or the browser is lost', async () => {
    const crashed = watchedRun();
    const crash = crashed.run.start();
    crashed.run.receive({ type: 'worker-crashed', detail: 'boom' });
    expect(await crash).toMatchObject({ type: 'failed', failure: { code: 'worker-crashed', detail: 'boom' } });

    const lost = watchedRun();
    const loss = lost.run.start();
    lost.run.fail(browserLost('crashed'));
    expect(await loss).toMatchObject({ type: 'failed', failure: { code: 'browser-lost' } });
  });

  it('fails when the browser hangs', async () => {
    const { run, sent } = watchedRun();
    const outcome = run.start();
    vi.advanceTimersByTime(NO_ANSWER_SECONDS * 1000);
    expect(await outcome).toMatchObject({ type: 'failed', failure: { code: 'no-answer' } });
    expect(sent.map(({ type }) => type)).toEqual(['start', 'plan']);
  });

  it('stops as asked, with a worker that answers', async () => {
    const { run, sent } = watchedRun();
    const outcome = run.start();
    run.stop();
    expect(sent.at(-1)).toEqual({ type: 'stop', runId: 1 });
    run.receive(phase('stopped'));
    expect(await outcome).toEqual({ type: 'stopped' });
  });

  it('stops as asked, with a worker that does not answer', async () => {
    const { run } = watchedRun();
    const outcome = run.start();
    run.stop();
    vi.advanceTimersByTime(STOP_LIMIT_MS);
    expect(await outcome).toEqual({ type: 'stopped' });
  });

  it('is not started any more once it was stopped', async () => {
    const { run, sent } = watchedRun();
    run.stop();
    expect(await run.start()).toEqual({ type: 'stopped' });
    expect(sent).toEqual([]);
  });

  it('leaves no timer behind', async () => {
    const { run } = watchedRun();
    const outcome = run.start();
    run.stop();
    run.receive(phase('stopped'));
    await outcome;
    expect(vi.getTimerCount()).toBe(0);
  });
});
