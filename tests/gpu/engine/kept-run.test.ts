import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeSafetensors } from '../../../src/core/checkpoint/decode-safetensors.ts';
import type { Event } from '../../../src/protocol/events.ts';
import { MemoryCheckpoints } from '../../unit/engine/checkpoints/memory-checkpoints.ts';
import { relativeError } from '../training/golden-values.ts';
import { testConfig } from './engine-harness.ts';
import { SessionProbe } from './session-probe.ts';

const TIMEOUT_MS = 300_000;
/** Two slices of 25 an update. */
const CONFIG = testConfig('fashion-mlp', { batchSize: 50, microBatch: 25, length: 6, testExamples: 0 });

const probes: SessionProbe[] = [];
function openSession(checkpoints = new MemoryCheckpoints()) {
  const probe = new SessionProbe(checkpoints);
  probes.push(probe);
  return { probe, checkpoints };
}
afterAll(() => {
  for (const { devices } of probes) for (const device of devices) device.destroy();
});

/** Losses by update, as the page ends up with them: a history replaces what came before. */
function lossesOf(events: readonly Event[]): ReadonlyMap<number, number> {
  const losses = new Map<number, number>();
  const add = (updates: Float64Array, values: Float64Array) => {
    for (const [row, update] of updates.entries()) losses.set(update, values[row] ?? Number.NaN);
  };
  for (const event of events) {
    if (event.type === 'history') {
      losses.clear();
      const { columns } = event.history.updates;
      add(columns.get('update') ?? new Float64Array(), columns.get('loss') ?? new Float64Array());
    }
    if (event.type === 'metrics') add(event.packet.updates.update, event.packet.updates.loss);
  }
  return losses;
}

const hasUpdate = (least: number) => (event: Event) =>
  event.type === 'metrics' && (event.packet.updates.update.at(-1) ?? 0) >= least;

/** The losses of a run that nothing disturbs, and the checkpoint of its end. */
let expected: ReadonlyMap<number, number>;
let whole: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  const { probe, checkpoints } = openSession();
  const runId = probe.start(CONFIG);
  await probe.inPhase(runId, 'finished');
  expected = lossesOf(probe.events);
  expect([...expected.keys()]).toEqual([1, 2, 3, 4, 5, 6]);
  await probe.until((event) => event.type === 'kept-runs' && event.report.runs[0]?.updates === 6);
  whole = checkpoints.entries[0]?.bytes ?? new Uint8Array();
}, TIMEOUT_MS);

test('a paused run that another worker continues, and one whose device is lost, make the very same updates', {
  timeout: TIMEOUT_MS,
}, async () => {
  const first = openSession();
  first.probe.session.handle({ type: 'start', runId: 1, config: CONFIG, pauseAtStart: true });
  await first.probe.inPhase(1, 'paused');
  for (const update of [1, 2]) {
    first.probe.session.handle({ type: 'step', runId: 1, unit: 'update' });
    await first.probe.until(hasUpdate(update));
  }
  // In the middle of an update: what is kept is the state before it.
  first.probe.session.handle({ type: 'step', runId: 1, unit: 'slice' });
  const kept = (event: Event) => event.type === 'kept-runs' && event.report.runs[0]?.updates === 2;
  await first.probe.until(kept);
  const [checkpoint] = first.checkpoints.entries;
  if (!checkpoint) throw new Error('Nothing was kept.');

  const second = openSession(first.checkpoints);
  const from = { type: 'kept', id: checkpoint.stored.id } as const;
  second.probe.session.handle({ type: 'continue', runId: 1, config: CONFIG, from });
  await second.probe.inPhase(1, 'finished');
  expect(lossesOf(second.probe.events)).toEqual(expected);
  expect(second.probe.all('metrics').flatMap(({ packet }) => [...packet.updates.update])).toEqual([3, 4, 5, 6]);

  first.probe.session.handle({ type: 'step', runId: 1, unit: 'update' });
  await first.probe.until(hasUpdate(3));
  first.probe.devices[0]?.destroy();
  first.probe.session.handle({ type: 'resume', runId: 1 });
  await first.probe.inPhase(1, 'finished');
  expect(lossesOf(first.probe.events)).toEqual(expected);
  const texts = first.probe.all('log').map(({ entry }) => entry.text);
  expect(texts).toContainEqual(expect.stringContaining('on another device; updates repeated: '));
});

/** Parameters of the last run, as a person saves them. */
async function exported(probe: SessionProbe, exportId: number): Promise<Uint8Array<ArrayBuffer>> {
  probe.session.handle({ type: 'export-run', exportId, kind: 'parameters' });
  const answer = await probe.until((event) => event.type === 'export' && event.exportId === exportId);
  if (answer.type !== 'export' || answer.exported.type !== 'file') throw new Error('Nothing was exported.');
  return answer.exported.bytes;
}

test('a run begins with the parameters in a file, whatever its seed', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { probe } = openSession();
  const { session } = probe;
  const runId = probe.start({ ...CONFIG, length: 2 });
  await probe.inPhase(runId, 'finished');
  const learnt = await exported(probe, 1);
  const file = new File([learnt], 'learnt.safetensors');
  // With a rate this small one update of Adam moves each parameter by 1e-8 at most; biases are about 1e-3.
  const config = { ...CONFIG, length: 1, learningRate: 1e-8, seed: 77 };
  session.handle({ type: 'open-run-file', openId: 1, file, config });
  const opened = await probe.until((event) => event.type === 'run-file');
  expect(opened).toMatchObject({ opened: { type: 'parameters', config } });
  session.handle({ type: 'continue', runId: 2, config, from: { type: 'parameters', file } });
  await probe.inPhase(2, 'finished');
  const again = await exported(probe, 2);
  const [before, after] = [learnt, again].map((bytes) => {
    const decoded = decodeSafetensors(bytes);
    if (decoded.type !== 'read') throw new Error(decoded.problem.detail);
    return decoded.content.tensors;
  });
  expect([...(after?.keys() ?? [])]).toEqual([...(before?.keys() ?? [])]);
  for (const [name, { values }] of after ?? []) {
    expect(
      relativeError([...values].map(Number), [...(before?.get(name)?.values ?? [])].map(Number)),
      name,
    ).toBeLessThan(1e-4);
  }
  const rows = probe.all('metrics').flatMap(({ packet }) => [...packet.updates.update]);
  expect(rows).toEqual([1, 2, 1]);
});

/** Files that are no checkpoint, or none any more: foreign, cut short, or with some bytes changed. */
function hostileFiles(): readonly Uint8Array<ArrayBuffer>[] {
  const changed = Array.from({ length: 12 }, (_, at) => {
    const bytes = whole.slice();
    for (let i = at; i < 4; i += 1) bytes[i] = 255;
    bytes[Math.floor((bytes.length * (at + 1)) / 13)] = 255;
    bytes[Math.floor((bytes.length * (at + 1)) / 13) + 1] = at;
    return bytes;
  });
  const cut = [0, 7, 8, 100, whole.length - 1].map((length) => whole.slice(0, length));
  const text = ['<img src=x onerror=alert(1)>', '{}', '\u0000'.repeat(100)].map((each) =>
    new TextEncoder().encode(each),
  );
  return [...changed, ...cut, ...text];
}

test('hostile run files, opened while it rests and while it trains, and a smooth pace change no number of a run', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { probe } = openSession();
  const { session } = probe;
  let openId = 0;
  const refused = async (bytes: Uint8Array<ArrayBuffer>) => {
    openId += 1;
    const id = openId;
    const file = new File([bytes], '<b>.safetensors');
    session.handle({ type: 'open-run-file', openId: id, file, config: CONFIG });
    const answer = await probe.until((event) => event.type === 'run-file' && event.openId === id);
    const code = expect.stringMatching(/^checkpoint-/);
    expect(answer).toMatchObject({ opened: { type: 'failed', failure: { code } } });
  };
  session.handle({ type: 'start', runId: 1, config: CONFIG, pauseAtStart: true });
  session.handle({ type: 'step', runId: 1, unit: 'update' });
  await probe.until(hasUpdate(1));
  const files = hostileFiles();
  for (const bytes of files) await refused(bytes);
  session.handle({ type: 'set-smooth', isSmooth: true });
  session.handle({ type: 'resume', runId: 1 });
  await Promise.all(files.map(refused));
  await probe.inPhase(1, 'finished');
  expect(lossesOf(probe.events)).toEqual(expected);

  const from = { type: 'file', file: new File([whole.slice(0, -3)], 'a') } as const;
  session.handle({ type: 'continue', runId: 2, config: CONFIG, from });
  await probe.inPhase(2, 'failed');
  expect(probe.all('failure')).toMatchObject([{ runId: 2, failure: { code: 'checkpoint-damaged' } }]);
});
