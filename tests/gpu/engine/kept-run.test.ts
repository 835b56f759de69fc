import { afterAll, expect, test } from 'vitest';
import type { Event } from '../../../src/protocol/events.ts';
import { MemoryCheckpoints } from '../../unit/engine/checkpoints/memory-checkpoints.ts';
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

test('a paused run that another worker continues, and one whose device is lost, make the very same updates', {
  timeout: TIMEOUT_MS,
}, async () => {
  const calm = openSession();
  const runId = calm.probe.start(CONFIG);
  await calm.probe.inPhase(runId, 'finished');
  const expected = lossesOf(calm.probe.events);
  expect([...expected.keys()]).toEqual([1, 2, 3, 4, 5, 6]);

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
