import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { configFromSearch } from '../../../src/core/config/config-url.ts';
import { defaultConfig } from '../../../src/core/config/default-config.ts';
import { CONFIG_PARAMS } from '../../../src/core/config/parse-config.ts';
import type { FailureCode } from '../../../src/core/failures.ts';
import { DEFAULT_LIMITS } from '../../../src/engine/device/default-limits.ts';
import { TrainingSession } from '../../../src/engine/training-session.ts';
import type { Event } from '../../../src/protocol/events.ts';
import { MemoryStorage } from './datasets/memory-storage.ts';

const CONFIG = defaultConfig('fashion-mlp');

/** A session in Node, which has no GPU; `until` resolves with the first event that matches. */
function openSession(gpu: GPU | undefined, storage = new MemoryStorage()) {
  const events: Event[] = [];
  const waiting = new Set<() => void>();
  const session = new TrainingSession({
    gpu,
    dataUrl: 'http://localhost/data/',
    storage,
    post: (event) => {
      events.push(event);
      for (const check of waiting) check();
    },
    now: () => 0,
  });
  const until = (matches: (event: Event) => boolean) =>
    new Promise<Event>((resolve) => {
      const check = () => {
        const found = events.find(matches);
        if (found) resolve(found);
      };
      waiting.add(check);
      check();
    });
  return { session, events, until };
}

const without: readonly (readonly [string, GPU | undefined, FailureCode])[] = [
  ['a browser without WebGPU', undefined, 'no-webgpu'],
  ['an adapter that is null', { requestAdapter: async () => null } as unknown as GPU, 'no-adapter'],
];

describe.each(without)('training session with %s', (_, gpu, code) => {
  test('says what is missing, and plans all the same', async () => {
    const { session, until } = openSession(gpu);
    const device = await until((event) => event.type === 'device');
    expect(device).toMatchObject({
      report: { status: 'unavailable', failure: { code }, assumedLimits: DEFAULT_LIMITS },
    });
    session.handle({ type: 'plan', requestId: 1, config: CONFIG });
    const answer = await until((event) => event.type === 'plan');
    expect(answer).toMatchObject({ requestId: 1, report: { verdict: 'fits', batch: 512 } });
  });

  test('fails a start with that failure, after loading, and leaves the session usable', async () => {
    const { session, events, until } = openSession(gpu);
    session.handle({ type: 'start', runId: 1, config: CONFIG, pauseAtStart: false });
    await until((event) => event.type === 'phase' && event.phase === 'failed');
    const ofRun = events.filter((event) => 'runId' in event && event.type !== 'log');
    expect(ofRun).toMatchObject([
      { type: 'phase', phase: 'loading' },
      { type: 'failure', failure: { code } },
      { type: 'phase', phase: 'failed' },
    ]);
    session.handle({ type: 'plan', requestId: 2, config: CONFIG });
    await until((event) => event.type === 'plan');
  });
});

test('training session plans for the data that a person gave, as soon as it is known', async () => {
  const storage = new MemoryStorage();
  storage.entries.set('mnist', {
    ...{ id: 'mnist', trainExamples: 90, testExamples: 10, parts: [], testSource: 'held-out' },
    ...{ byteLength: 78_500, keptAtMs: 0 },
  });
  storage.chosen.set('fashion', 'mnist');
  const { session, events, until } = openSession(undefined, storage);
  session.handle({ type: 'plan', requestId: 1, config: CONFIG });
  expect(await until((event) => event.type === 'plan')).toMatchObject({ report: { batch: 90 } });
  expect(events.findIndex(({ type }) => type === 'data')).toBeLessThan(events.findIndex(({ type }) => type === 'plan'));
});

test('training session answers the settings of any link with a plan, or with why there is none', async () => {
  const { session, until } = openSession(undefined);
  const names = CONFIG_PARAMS.filter((name) => name !== 'workload');
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom('0', '1', '-1', '1e9', '16384', '0.5', 'NaN', 'auto', '1MiB', '1TiB', 'full-batch', '<img>'),
  );
  let requestId = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 }), async (pairs) => {
      const { config } = configFromSearch(new URLSearchParams(pairs).toString());
      requestId += 1;
      session.handle({ type: 'plan', requestId, config });
      const answer = await until((event) => 'requestId' in event && event.requestId === requestId);
      if (answer.type === 'plan-failed') expect(answer.failure.code).not.toBe('internal');
      else expect(answer).toMatchObject({ type: 'plan', report: { config } });
    }),
    { numRuns: 60 },
  );
});

describe('training session whose adapter was null', () => {
  test('asks for one again at each start', async () => {
    let asked = 0;
    const requestAdapter = async () => {
      asked += 1;
      return null;
    };
    const { session, until } = openSession({ requestAdapter } as unknown as GPU);
    await until((event) => event.type === 'device');
    expect(asked).toBe(1);
    for (const runId of [1, 2]) {
      session.handle({ type: 'start', runId, config: CONFIG, pauseAtStart: false });
      await until((event) => event.type === 'phase' && event.runId === runId && event.phase === 'failed');
      expect(asked).toBe(1 + runId);
    }
  });
});

describe('training session whose surroundings break', () => {
  test('answers each plan with a failure, and waits for nothing', async () => {
    // A device without events cannot be watched.
    const adapter = { limits: DEFAULT_LIMITS, info: {}, requestDevice: async () => ({ limits: {}, features: [] }) };
    const { session, until } = openSession({ requestAdapter: async () => adapter } as unknown as GPU);
    for (const requestId of [1, 2]) {
      session.handle({ type: 'plan', requestId, config: CONFIG });
      const answer = await until((event) => event.type === 'plan-failed' && event.requestId === requestId);
      expect(answer).toMatchObject({ failure: { code: 'internal' } });
    }
  });
});

describe('training session asked to measure the device', () => {
  const endOf = (measureId: number) => (event: Event) =>
    event.type === 'measure' && event.measureId === measureId && event.progress.type === 'ended';
  const measure = (session: TrainingSession, measureId: number) =>
    session.handle({ type: 'measure', measureId, ceilingBytes: 2 ** 26 });

  test('says what is missing where there is no device', async () => {
    const { session, until } = openSession(undefined);
    measure(session, 1);
    expect(await until(endOf(1))).toMatchObject({
      progress: { end: { type: 'failed', failure: { code: 'no-webgpu' } }, passedBytes: 0 },
    });
  });

  test('refuses while a run or a race holds the device, and no longer once it has ended', async () => {
    const begin: readonly ((session: TrainingSession) => void)[] = [
      (session) => session.handle({ type: 'start', runId: 1, config: CONFIG, pauseAtStart: false }),
      (session) => session.handle({ type: 'race', raceId: 1, config: CONFIG }),
    ];
    for (const beginOther of begin) {
      const { session, until } = openSession(undefined);
      beginOther(session);
      measure(session, 1);
      expect(await until(endOf(1))).toMatchObject({ progress: { end: { failure: { code: 'device-busy' } } } });
      await until(
        (event) =>
          (event.type === 'phase' && event.phase === 'failed') ||
          (event.type === 'race' && event.progress.type === 'ended'),
      );
      await Promise.resolve();
      measure(session, 2);
      expect(await until(endOf(2))).toMatchObject({ progress: { end: { failure: { code: 'no-webgpu' } } } });
    }
  });

  test('gives way to a run, which begins when the measurement has ended', async () => {
    const { session, events, until } = openSession({ requestAdapter: async () => null } as unknown as GPU);
    measure(session, 1);
    session.handle({ type: 'start', runId: 1, config: CONFIG, pauseAtStart: false });
    await until((event) => event.type === 'phase' && event.phase === 'failed');
    expect(events.findIndex(endOf(1))).toBeGreaterThanOrEqual(0);
    expect(events.findIndex(endOf(1))).toBeLessThan(events.findIndex(({ type }) => type === 'phase'));
  });
});

describe('training session asked to race', () => {
  const endOf = (raceId: number) => (event: Event) =>
    event.type === 'race' && event.raceId === raceId && event.progress.type === 'ended';

  test('says what is missing where there is no device, as the end of the race', async () => {
    const { session, until } = openSession(undefined);
    session.handle({ type: 'race', raceId: 1, config: CONFIG });
    expect(await until(endOf(1))).toMatchObject({
      progress: { end: { type: 'failed', failure: { code: 'no-webgpu' } } },
    });
  });

  test('refuses while a run holds the device, and no longer once it has ended', async () => {
    const { session, until } = openSession(undefined);
    session.handle({ type: 'start', runId: 1, config: CONFIG, pauseAtStart: false });
    session.handle({ type: 'race', raceId: 1, config: CONFIG });
    expect(await until(endOf(1))).toMatchObject({ progress: { end: { failure: { code: 'device-busy' } } } });
    await until((event) => event.type === 'phase' && event.phase === 'failed');
    await Promise.resolve();
    session.handle({ type: 'race', raceId: 2, config: CONFIG });
    expect(await until(endOf(2))).toMatchObject({ progress: { end: { failure: { code: 'no-webgpu' } } } });
  });
});

describe('training session whose run was told to stop', () => {
  const wanted: readonly (readonly ['race' | 'measure', (session: TrainingSession) => void])[] = [
    ['race', (session) => session.handle({ type: 'race', raceId: 1, config: CONFIG })],
    ['measure', (session) => session.handle({ type: 'measure', measureId: 1, ceilingBytes: 2 ** 26 })],
  ];
  test.each(wanted)('refuses no %s meanwhile: that begins when the run has ended', async (type, begin) => {
    const { session, events, until } = openSession({ requestAdapter: async () => null } as unknown as GPU);
    session.handle({ type: 'start', runId: 1, config: CONFIG, pauseAtStart: false });
    session.handle({ type: 'stop', runId: 1 });
    begin(session);
    const end = await until((event) => event.type === type && event.progress.type === 'ended');
    expect(end).toMatchObject({ progress: { end: { type: 'failed', failure: { code: 'no-adapter' } } } });
    const ofRun = events.findIndex((event) => event.type === 'phase' && event.phase !== 'loading');
    expect(ofRun).toBeGreaterThanOrEqual(0);
    expect(ofRun).toBeLessThan(events.findIndex((event) => event.type === type));
  });
});
