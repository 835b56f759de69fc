import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Event } from '../../../src/protocol/events.ts';
import type { RaceProgress } from '../../../src/protocol/race-progress.ts';
import { BufferMeter } from './buffer-meter.ts';
import { testConfig } from './engine-harness.ts';
import { SessionProbe } from './session-probe.ts';

const TIMEOUT_MS = 300_000;
/** Two slices of 25 an update; the same size throughout, so that a device compiles once. */
const CONFIG = testConfig('fashion-mlp', { batchSize: 50, microBatch: 25, length: 4 });
const ENDLESS = { ...CONFIG, length: 1000 };
/** Ends before anything is compiled, but not before there is a device. */
const TOO_LARGE = { ...CONFIG, budgetMiB: 1 };

/** Three of nine examples fit. */
const RACED = testConfig('fashion-mlp', { batchSize: 9, budgetMiB: 3.62 });
const ofRace = (raceId: number, type: RaceProgress['type']) => (event: Event) =>
  event.type === 'race' && event.raceId === raceId && event.progress.type === type;

let meter: BufferMeter;
/** One session for the whole file, as on a page; the tests are what a visitor does one after another. */
let probe: SessionProbe;
beforeAll(() => {
  meter = new BufferMeter();
  probe = new SessionProbe();
});
afterAll(() => {
  meter.restore();
  for (const device of probe.devices) device.destroy();
});

function expectNothingAllocated(): void {
  expect({ bytes: meter.bytes, buffers: meter.buffers }).toEqual({ bytes: 0, buffers: 0 });
}

describe('training session', () => {
  test('answers the last of several plans, and a plan never waits for a run', { timeout: TIMEOUT_MS }, async () => {
    for (const requestId of [1, 2, 3]) {
      probe.session.handle({ type: 'plan', requestId, config: { ...CONFIG, batchSize: 10 * requestId } });
    }
    const answer = await probe.until((event) => event.type === 'plan' && event.requestId === 3);
    expect(answer).toMatchObject({ report: { verdict: 'fits', batch: 30 } });
    expect(probe.all('plan').map(({ requestId }) => requestId)).toEqual([3]);
  });

  test('reports the device first, then runs to the end, events in order', { timeout: TIMEOUT_MS }, async () => {
    const runId = probe.start(CONFIG);
    await probe.inPhase(runId, 'finished');
    expect(probe.events[0]).toMatchObject({ type: 'device', report: { status: 'available' } });
    expect(probe.phases(runId)).toEqual(['loading', 'searching', 'compiling', 'training', 'evaluating', 'finished']);
    const [ready] = probe.all('ready');
    expect(ready).toMatchObject({
      runId,
      summary: { trainExamples: 12_000, testExamples: 2000, updatesPerEpoch: 240 },
    });
    expect(ready?.allocatedBytes).toBe(ready?.report.peakBytes);
    const packets = probe.all('metrics').map(({ packet }) => packet);
    expect(packets.flatMap(({ updates }) => [...updates.update])).toEqual([1, 2, 3, 4]);
    const accuracies = packets.flatMap(({ evaluations }) => [...evaluations.testAccuracy]);
    expect(accuracies).toHaveLength(1);
    // Four updates of 50 are already better than a guess of one in ten.
    expect(accuracies[0]).toBeGreaterThan(0.2);
    const loading = probe.all('progress').filter(({ progress }) => progress.activity === 'loading');
    expect(loading.length).toBeGreaterThan(0);
    expectNothingAllocated();
  });

  test('a start ends the run before: its events end before the new one’s begin', { timeout: TIMEOUT_MS }, async () => {
    const first = probe.start(ENDLESS);
    await probe.trains(first);
    const second = probe.start(ENDLESS);
    const third = probe.start(ENDLESS);
    await probe.trains(third);
    await probe.stop(third);
    expect(probe.phases(first).at(-1)).toBe('stopped');
    expect(probe.phases(second).at(-1)).toBe('stopped');
    expect(probe.phases(second)).not.toContain('training');
    const [ofFirst, ofSecond, ofThird] = [first, second, third].map((runId) => probe.positions(runId));
    expect(Math.max(...(ofFirst ?? []))).toBeLessThan(Math.min(...(ofSecond ?? [])));
    expect(Math.max(...(ofSecond ?? []))).toBeLessThan(Math.min(...(ofThird ?? [])));
    expectNothingAllocated();
  });

  test('commands for a run that is over, or never was, do nothing', { timeout: TIMEOUT_MS }, async () => {
    const runId = probe.start(ENDLESS);
    await probe.trains(runId);
    for (const type of ['pause', 'resume', 'stop'] as const) probe.session.handle({ type, runId: runId - 1 });
    probe.session.handle({ type: 'step', runId: 999, unit: 'slice' });
    const seen = probe.events.length;
    await probe.until((event) => event.type === 'metrics', seen);
    expect(probe.phases(runId).at(-1)).toBe('training');
    await probe.stop(runId);
  });

  test('a race is refused while a run holds the device, paused too, and ends before a run that starts', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const runId = probe.start(ENDLESS);
    await probe.trains(runId);
    probe.session.handle({ type: 'pause', runId });
    await probe.inPhase(runId, 'paused');
    expect(await probe.race(1, RACED)).toMatchObject({ type: 'failed', failure: { code: 'device-busy' } });
    await probe.stop(runId);

    const ended = probe.race(2, RACED);
    await probe.until(ofRace(2, 'search-started'));
    const next = probe.start(ENDLESS);
    expect(await ended).toEqual({ type: 'stopped' });
    await probe.trains(next);
    const endedAt = probe.events.findIndex(ofRace(2, 'ended'));
    expect(endedAt).toBeLessThan(Math.min(...probe.positions(next)));
    await probe.stop(next);
    expectNothingAllocated();
  });

  test('a lost device is a failure with a name; the next start trains on a new device', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const runId = probe.start(ENDLESS);
    await probe.trains(runId);
    const opened = probe.devices.length;
    probe.devices.at(-1)?.destroy();
    await probe.inPhase(runId, 'failed');
    const [failure] = probe.all('failure');
    expect(failure).toMatchObject({
      runId,
      failure: {
        code: 'device-lost',
        message: expect.stringMatching(/^The GPU device was lost after update \d+\.$/),
        detail: expect.stringContaining('destroyed'),
      },
    });
    expect(probe.all('failure')).toHaveLength(1);

    const restarted = probe.start(ENDLESS);
    await probe.trains(restarted);
    expect(probe.devices).toHaveLength(opened + 1);
    expect(probe.all('device')).toHaveLength(opened + 1);
    await probe.stop(restarted);
  });

  test('an uncaptured error is a failure with a name, and the device is not used again', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const runId = probe.start(ENDLESS);
    await probe.trains(runId);
    const opened = probe.devices.length;
    // Usage 0 is invalid: an error outside of every scope.
    probe.devices.at(-1)?.createBuffer({ size: 4, usage: 0 });
    await probe.inPhase(runId, 'failed');
    expect(probe.all('failure').at(-1)).toMatchObject({
      runId,
      failure: { code: 'device-error', message: 'The GPU device reported an error while training.' },
    });
    await probe.inPhase(probe.start(TOO_LARGE), 'failed');
    expect(probe.devices).toHaveLength(opened + 1);
  });

  test('a device lost while nothing runs is replaced at the next start', { timeout: TIMEOUT_MS }, async () => {
    const opened = probe.devices.length;
    const device = probe.devices.at(-1);
    device?.destroy();
    await device?.lost;
    await probe.inPhase(probe.start(TOO_LARGE), 'failed');
    expect(probe.devices).toHaveLength(opened + 1);
    expect(probe.all('failure').at(-1)).toMatchObject({ failure: { code: 'does-not-fit' } });
  });

  test('a device lost while kernels compile is told as lost, not as a kernel’s fault', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const runId = probe.start(CONFIG);
    await probe.inPhase(runId, 'compiling');
    probe.devices.at(-1)?.destroy();
    await probe.inPhase(runId, 'failed');
    expect(probe.all('failure').at(-1)).toMatchObject({
      runId,
      failure: { code: 'device-lost', message: 'The GPU device was lost before the first update.' },
    });
    expect(probe.phases(runId)).not.toContain('training');
  });

  test('a device lost in a race is a failure with a name; the next race takes a new device', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const lost = probe.race(3, RACED);
    await probe.until(ofRace(3, 'search-started'));
    const opened = probe.devices.length;
    probe.devices.at(-1)?.destroy();
    expect(await lost).toMatchObject({
      type: 'failed',
      failure: { code: 'race-device-failed', message: 'The GPU device was lost while the searches raced.' },
    });
    const again = probe.race(4, RACED);
    await probe.until(ofRace(4, 'started'));
    expect(probe.devices).toHaveLength(opened + 1);
    probe.session.handle({ type: 'stop-race', raceId: 4 });
    expect(await again).toEqual({ type: 'stopped' });
    // A test above has left one buffer of its own, of 4 bytes.
    await expect.poll(() => [meter.bytes, meter.buffers]).toEqual([4, 1]);
  });
});
