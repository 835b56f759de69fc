import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeSafetensors } from '../../../src/core/checkpoint/decode-safetensors.ts';
import { encodeCheckpoint } from '../../../src/core/checkpoint/encode-checkpoint.ts';
import { encodeParameters } from '../../../src/core/checkpoint/encode-parameters.ts';
import { defaultConfig } from '../../../src/core/config/default-config.ts';
import { runName } from '../../../src/engine/checkpoints/read-checkpoint.ts';
import { RunKeeper } from '../../../src/engine/run-keeper.ts';
import { workloadOf } from '../../../src/engine/workload.ts';
import type { Event } from '../../../src/protocol/events.ts';
import { EXPECTATION, sampleCheckpoint } from '../core/checkpoint/sample-checkpoint.ts';
import { MemoryCheckpoints } from './checkpoints/memory-checkpoints.ts';

const BYTES = encodeCheckpoint(sampleCheckpoint(), EXPECTATION);

const CONFIG = defaultConfig('fashion-mlp');

function opening(bytes: Uint8Array<ArrayBuffer>, name = 'a') {
  return { type: 'open-run-file', openId: 1, file: new File([bytes], name), config: CONFIG } as const;
}

function setUp() {
  const storage = new MemoryCheckpoints();
  const events: Event[] = [];
  const waiting: (() => void)[] = [];
  const keeper = new RunKeeper({
    storage,
    wallClock: () => 0,
    post: (event) => {
      events.push(event);
      for (const wake of waiting.splice(0)) wake();
    },
  });
  /** Handles a command and waits for its answer. */
  const ask = async (command: Parameters<RunKeeper['handle']>[0]) => {
    const heard = events.length;
    keeper.handle(command);
    while (events.length === heard) await new Promise<void>((resolve) => waiting.push(resolve));
    return events[events.length - 1];
  };
  const keep = (config = defaultConfig('fashion-mlp'), updates = 1, run = runName(config)) =>
    storage.save(BYTES, { run, workload: config.workload, updates, createdAtMs: 5 });
  return { storage, ask, keep };
}

describe('run keeper', () => {
  test('lists the newest checkpoint of each run, its settings read from the run’s name', async () => {
    const { ask, keep } = setUp();
    const config = { ...defaultConfig('charlm'), batchSize: 33, budgetMiB: 12.5, seed: 9 };
    await keep(config, 1);
    await keep(config, 2);
    expect(await ask({ type: 'list-kept-runs' })).toEqual({
      type: 'kept-runs',
      report: { runs: [{ id: 2, config, updates: 2, createdAtMs: 5, byteLength: BYTES.length }] },
    });
  });

  test('leaves out runs whose settings this version does not take', async () => {
    const { ask, keep } = setUp();
    await keep(defaultConfig('fashion-mlp'), 1, 'batch=many&seed=1');
    expect(await ask({ type: 'list-kept-runs' })).toMatchObject({ report: { runs: [] } });
  });

  test('discards every checkpoint of a run, and no other', async () => {
    const { storage, ask, keep } = setUp();
    const other = await keep({ ...defaultConfig('fashion-mlp'), seed: 7 });
    const { id } = await keep();
    await ask({ type: 'discard-kept-run', id });
    expect(storage.entries.map(({ stored }) => stored)).toEqual([other]);
  });

  test('says what run a file holds, and names what is wrong with any other file', async () => {
    const { ask } = setUp();
    const open = (bytes: Uint8Array<ArrayBuffer>) => ask(opening(bytes));
    const { config, updates } = sampleCheckpoint();
    expect(await open(BYTES)).toEqual({ type: 'run-file', openId: 1, opened: { type: 'run', config, updates } });
    const cut = await open(BYTES.slice(0, -5));
    expect(cut).toMatchObject({ opened: { type: 'failed', failure: { code: 'checkpoint-damaged' } } });
    const foreign = await open(Uint8Array.from(Buffer.from('{"a": 1} and more')));
    const message = 'The file is no checkpoint of this page.';
    expect(foreign).toMatchObject({ opened: { type: 'failed', failure: { code: 'checkpoint-damaged', message } } });
  });

  test('says whether parameters in a file are those of the model that is set', async () => {
    const { ask } = setUp();
    const { parameters } = workloadOf(CONFIG).model;
    const layout = { parameters, slots: [], statisticsChannels: 0 };
    const values = new Map(
      parameters.map(({ name, shape }) => [name, new Float32Array(shape.reduce((size, side) => size * side, 1))]),
    );
    const ours = encodeParameters({ ...sampleCheckpoint(), parameters: values }, layout);
    expect(await ask(opening(ours))).toMatchObject({ opened: { type: 'parameters', config: CONFIG } });
    const others = encodeParameters(sampleCheckpoint(), EXPECTATION);
    const failure = { code: 'checkpoint-other-run', message: expect.stringContaining('it lacks') };
    expect(await ask(opening(others))).toMatchObject({ opened: { type: 'failed', failure } });
  });

  test('answers a thousand hostile files with a named failure, or with the run that was written', async () => {
    const { ask } = setUp();
    const { config, updates } = sampleCheckpoint();
    const changes = fc.array(fc.tuple(fc.nat(BYTES.length - 1), fc.nat(255)), { maxLength: 3 });
    const damaged = fc.tuple(changes, fc.integer({ min: 0, max: 2 * BYTES.length })).map(([changed, length]) => {
      const bytes = BYTES.slice(0, length);
      for (const [at, byte] of changed) if (at < bytes.length) bytes[at] = byte;
      return bytes;
    });
    const random = fc.uint8Array({ maxLength: 100 }).map((bytes) => Uint8Array.from(bytes));
    const text = fc.string({ unit: 'binary' }).map((each) => Uint8Array.from(Buffer.from(each)));
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, random, text), fc.string(), async (bytes, name) => {
        const answer = await ask(opening(bytes, name));
        if (answer?.type !== 'run-file') throw new Error(`The answer is ${answer?.type}.`);
        if (answer.opened.type === 'run') expect(answer.opened).toEqual({ type: 'run', config, updates });
        else expect(answer.opened).toMatchObject({ failure: { code: expect.stringMatching(/^checkpoint-/) } });
      }),
      { numRuns: 1000 },
    );
  });

  test('has nothing to export before there was a run', async () => {
    const { ask } = setUp();
    expect(await ask({ type: 'export-run', exportId: 3, kind: 'run' })).toEqual({
      type: 'export',
      exportId: 3,
      exported: { type: 'nothing' },
    });
  });
});

test('exported parameters are a safetensors file of those alone, by their names', () => {
  const checkpoint = sampleCheckpoint();
  const file = decodeSafetensors(encodeParameters(checkpoint, EXPECTATION));
  if (file.type !== 'read') throw new Error(file.problem.detail);
  const { tensors, metadata } = file.content;
  expect([...tensors.keys()].sort()).toEqual(['dense/bias', 'dense/kernel', 'running-statistics']);
  expect(tensors.get('dense/kernel')).toEqual({
    shape: [2, 3],
    values: checkpoint.parameters.get('dense/kernel'),
  });
  expect(metadata.get('updates')).toBe(String(checkpoint.updates));
});
