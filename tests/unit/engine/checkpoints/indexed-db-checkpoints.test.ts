import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeCheckpoint } from '../../../../src/core/checkpoint/decode-checkpoint.ts';
import { encodeCheckpoint } from '../../../../src/core/checkpoint/encode-checkpoint.ts';
import { type FailureCode, FailureError } from '../../../../src/core/failures.ts';
import type { CheckpointStorage } from '../../../../src/engine/checkpoints/checkpoint-storage.ts';
import { createIndexedDbCheckpoints } from '../../../../src/engine/checkpoints/indexed-db-checkpoints.ts';
import { EXPECTATION, sampleCheckpoint } from '../../core/checkpoint/sample-checkpoint.ts';
import { FakeNetwork } from '../datasets/fake-network.ts';
import { holdDatabases } from '../storage/held-database.ts';

const STALE_MS = 5 * 60_000;
const PIECE_BYTES = 10;

let databases = 0;
/** A database of its own and a clock in the hands of the test. */
function setUp() {
  const clock = { nowMs: 1_000_000 };
  const databaseName = `checkpoints-${databases++}`;
  const open = () =>
    createIndexedDbCheckpoints({
      ...{ databaseName, pieceBytes: PIECE_BYTES },
      now: () => clock.nowMs,
      estimate: async () => ({ quota: 1000, usage: 400 }),
    });
  return { clock, databaseName, open, storage: open() };
}

function bytesOf(length: number, salt: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, at) => at * 7 + salt);
}

const summaryOf = (updates: number, run = 'run-1') =>
  ({ run, workload: 'fashion-mlp', updates, createdAtMs: 5 }) as const;

/** Keeps so many checkpoints, the first after update 1; returns those that stay, the newest first. */
async function keep(storage: CheckpointStorage, count: number, length = 35) {
  const kept = [];
  for (let updates = 1; updates <= count; updates++) {
    const bytes = bytesOf(length + updates, updates);
    kept.unshift({ stored: await storage.save(bytes, summaryOf(updates)), bytes });
  }
  return kept.slice(0, 2);
}

async function expectKept(storage: CheckpointStorage, expected: Awaited<ReturnType<typeof keep>>) {
  expect(await storage.list()).toEqual(expected.map(({ stored }) => stored));
  for (const { stored, bytes } of expected) expect(await storage.load(stored.id)).toEqual(bytes);
}

/** Records in the stores of a database: [checkpoints, pieces]. */
async function countRecords(databaseName: string): Promise<number[]> {
  const request = <T>(asked: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  const database = await request(indexedDB.open(databaseName));
  const stores = ['checkpoints', 'pieces'];
  const transaction = database.transaction(stores);
  const counts = await Promise.all(stores.map((store) => request(transaction.objectStore(store).count())));
  database.close();
  return counts;
}

/**
 * Lets the process end just after the `point`-th request to the database, from 1: its transaction, like any that has not
 * been committed, leaves no trace, and nothing reaches the database any more, not even to clean up.
 */
function crashAfter(point: number): { readonly isDead: boolean } {
  const state = { isDead: false, requests: 0 };
  const dead = () => new DOMException('the process is gone', 'InvalidStateError');
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...parameters) {
    if (state.isDead) throw dead();
    return transaction.apply(this, parameters);
  });
  const step = <T>(store: IDBObjectStore, ask: () => IDBRequest<T>): IDBRequest<T> => {
    if (state.isDead) throw dead();
    const request = ask();
    state.requests++;
    if (state.requests === point) {
      state.isDead = true;
      store.transaction.abort();
    }
    return request;
  };
  const { prototype } = IDBObjectStore;
  const { add, put, get, delete: remove, count, getAllKeys } = prototype;
  vi.spyOn(prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...parameters) {
    return step(this, () => add.apply(this, parameters));
  });
  vi.spyOn(prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...parameters) {
    return step(this, () => put.apply(this, parameters));
  });
  vi.spyOn(prototype, 'get').mockImplementation(function (this: IDBObjectStore, ...parameters) {
    return step(this, () => get.apply(this, parameters));
  });
  vi.spyOn(prototype, 'delete').mockImplementation(function (this: IDBObjectStore, ...parameters) {
    return step(this, () => remove.apply(this, parameters));
  });
  vi.spyOn(prototype, 'count').mockImplementation(function (this: IDBObjectStore, ...parameters) {
    return step(this, () => count.apply(this, parameters));
  });
  vi.spyOn(prototype, 'getAllKeys').mockImplementation(function (this: IDBObjectStore, ...parameters) {
    return step(this, () => getAllKeys.apply(this, parameters));
  });
  return state;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('checkpoints in IndexedDB', () => {
  it('gives back what it was given, byte for byte, on a later visit, and lists it', async () => {
    const { storage, open } = setUp();
    for (const length of [0, 1, PIECE_BYTES, PIECE_BYTES + 1, 95]) {
      const bytes = bytesOf(length, length);
      const stored = await storage.save(bytes, summaryOf(length));
      expect(stored).toMatchObject({ ...summaryOf(length), byteLength: length });
      expect((await open().list())[0]).toEqual(stored);
      expect(await open().load(stored.id)).toEqual(bytes);
    }
  });

  it('keeps a checkpoint that is read as it was written', async () => {
    const { storage } = setUp();
    const checkpoint = sampleCheckpoint(3);
    const { id } = await storage.save(encodeCheckpoint(checkpoint, EXPECTATION), summaryOf(checkpoint.updates));
    const bytes = await storage.load(id);
    if (bytes === undefined) throw new Error('nothing is kept');
    expect(decodeCheckpoint(bytes, EXPECTATION)).toEqual({ type: 'checkpoint', checkpoint });
  });

  it('keeps the last two, and nothing of those before', async () => {
    const { storage, databaseName } = setUp();
    const kept = await keep(storage, 5);
    expect(kept.map(({ stored }) => stored.updates)).toEqual([5, 4]);
    await expectKept(storage, kept);
    // 39 and 40 bytes: four pieces each.
    expect(await countRecords(databaseName)).toEqual([2, 8]);
  });

  it('keeps only the part of a larger buffer that it is given', async () => {
    const { storage } = setUp();
    const { id } = await storage.save(bytesOf(100, 0).subarray(20, 45), summaryOf(1));
    expect(await storage.load(id)).toEqual(bytesOf(100, 0).slice(20, 45));
  });

  it('removes what it is told to, with all its pieces', async () => {
    const { storage, databaseName } = setUp();
    const [newest, before] = await keep(storage, 2);
    if (newest === undefined || before === undefined) throw new Error('two are kept');
    await storage.remove(newest.stored.id);
    await expectKept(storage, [before]);
    expect(await storage.load(newest.stored.id)).toBeUndefined();
    await storage.remove(before.stored.id);
    await storage.remove(before.stored.id);
    expect(await countRecords(databaseName)).toEqual([0, 0]);
  });

  it('after a crash at any request has those from before, whole, and keeps the next one', async () => {
    let crashes = 0;
    let isSaved = false;
    for (let point = 1; !isSaved; point++) {
      const { storage, open, clock, databaseName } = setUp();
      const before = await keep(storage, 2);
      const state = crashAfter(point);
      const bytes = bytesOf(85, 99);
      const saving = await storage.save(bytes, summaryOf(9)).catch((error: unknown) => error);
      vi.restoreAllMocks();
      isSaved = !state.isDead;
      if (isSaved) break;
      crashes++;
      expect(saving).toMatchObject({ failure: { code: 'checkpoint-not-kept' } });
      await expectKept(open(), before);
      clock.nowMs += STALE_MS;
      const stored = await open().save(bytes, summaryOf(9));
      await expectKept(open(), [{ stored, bytes }, ...before.slice(0, 1)]);
      expect(await countRecords(databaseName), `crash after request ${point}`).toEqual([2, 9 + 4]);
    }
    expect(crashes).toBeGreaterThanOrEqual(20);
  });

  it('after any history of saves and crashes has the last two that were kept', async () => {
    const attempts = fc.array(fc.record({ length: fc.nat(40), point: fc.option(fc.integer({ min: 1, max: 20 })) }), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(attempts, async (history) => {
        const { open } = setUp();
        let kept: Awaited<ReturnType<typeof keep>> = [];
        for (const [updates, { length, point }] of history.entries()) {
          if (point !== null) crashAfter(point);
          const bytes = bytesOf(length, updates);
          const saved = open().save(bytes, summaryOf(updates));
          const stored = await saved.catch(() => undefined);
          vi.restoreAllMocks();
          if (stored !== undefined) kept = [{ stored, bytes }, ...kept].slice(0, 2);
          await expectKept(open(), kept);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('leaves pieces of another tab alone until they are old, and then clears them', async () => {
    const { open, clock, databaseName } = setUp();
    crashAfter(8);
    await expect(open().save(bytesOf(85, 0), summaryOf(1))).rejects.toBeInstanceOf(FailureError);
    vi.restoreAllMocks();
    const [records, pieces] = await countRecords(databaseName);
    expect(records).toBe(1);
    expect(pieces).toBeGreaterThan(0);
    expect(await open().list()).toEqual([]);
    expect(await countRecords(databaseName)).toEqual([records, pieces]);
    clock.nowMs += STALE_MS;
    expect(await open().list()).toEqual([]);
    expect(await countRecords(databaseName)).toEqual([0, 0]);
  });

  it('makes nothing visible when another tab has taken its pieces for old ones', async () => {
    const { databaseName, open } = setUp();
    const before = await keep(open(), 1);
    const otherTab = createIndexedDbCheckpoints({ databaseName, now: () => 1_000_000 + STALE_MS });
    let clearing: Promise<unknown> | undefined;
    let asked = 0;
    const now = () => {
      asked++;
      if (asked === 4) clearing = otherTab.list();
      return 1_000_000;
    };
    const storage = createIndexedDbCheckpoints({ databaseName, now, pieceBytes: PIECE_BYTES });
    const error = await storage.save(bytesOf(85, 0), summaryOf(9)).catch((reason: unknown) => reason);
    await clearing;
    expect(error).toMatchObject({
      failure: { code: 'checkpoint-not-kept', detail: expect.stringContaining('pieces') },
    });
    await expectKept(open(), before);
    expect(await countRecords(databaseName)).toEqual([1, 4]);
  });
});

describe('storage that refuses', () => {
  /** Puts of pieces fail for want of space while `isFull` says so. */
  function quota(isFull: () => boolean | Promise<boolean>) {
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      if (Array.isArray(key) && isFull()) throw new DOMException('the disk is full', 'QuotaExceededError');
      return put.call(this, value, key);
    });
  }

  it('out of space: says what is needed and what is free, and never gives up the last checkpoint', async () => {
    const { storage, databaseName } = setUp();
    const [newest] = await keep(storage, 2);
    if (newest === undefined) throw new Error('two are kept');
    quota(() => true);
    const error = await storage.save(bytesOf(85, 0), summaryOf(3)).catch((reason: unknown) => reason);
    vi.restoreAllMocks();
    expect(error).toMatchObject({ failure: { code: 'checkpoint-not-kept' } });
    expect(error).toMatchObject({ message: expect.stringContaining('85 B needed, 600 B free.') });
    await expectKept(storage, [newest]);
    expect(await countRecords(databaseName)).toEqual([1, 4]);
  });

  it('short of space: the older of two makes room for a new one', async () => {
    const { storage } = setUp();
    const [newest] = await keep(storage, 2);
    if (newest === undefined) throw new Error('two are kept');
    let isFull = true;
    const { delete: remove } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, key) {
      if (key === newest.stored.id - 1) isFull = false;
      return remove.call(this, key);
    });
    quota(() => isFull);
    const bytes = bytesOf(85, 0);
    const stored = await storage.save(bytes, summaryOf(3));
    vi.restoreAllMocks();
    await expectKept(storage, [{ stored, bytes }, newest]);
  });

  it('switched off: every question is answered by a failure of its own', async () => {
    const { storage } = setUp();
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('storage is switched off', 'SecurityError');
    });
    const unavailable = (text: string) => ({
      failure: { code: 'checkpoints-unavailable', message: expect.stringContaining(text) },
    });
    await expect(storage.list()).rejects.toMatchObject(unavailable('which checkpoints'));
    await expect(storage.load(1)).rejects.toMatchObject(unavailable('give the checkpoint back'));
    await expect(storage.remove(1)).rejects.toMatchObject(unavailable('remove'));
    const notKept = { failure: { code: 'checkpoint-not-kept', message: expect.stringContaining('did not keep') } };
    await expect(storage.save(bytesOf(1, 0), summaryOf(1))).rejects.toMatchObject(notKept);
  });

  it('with a piece missing or a record that is none of its own: says so, or does not list it', async () => {
    const { storage, databaseName } = setUp();
    const { id } = await storage.save(bytesOf(35, 0), summaryOf(1));
    const change = (store: string, ask: (store: IDBObjectStore) => void) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open(databaseName);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(store, 'readwrite');
          ask(transaction.objectStore(store));
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      });
    await change('pieces', (pieces) => pieces.delete([id, 2]));
    await expect(storage.load(id)).rejects.toMatchObject({ failure: { code: 'checkpoint-damaged' } });
    await change('checkpoints', (checkpoints) => checkpoints.put({ state: 'whole', run: 5 }, id));
    expect(await storage.list()).toEqual([]);
    expect(await storage.load(id)).toBeUndefined();
  });

  it('held by another tab: every question ends with a failure of its own', async () => {
    const timers = new FakeNetwork();
    const storage = createIndexedDbCheckpoints({
      startTimer: timers.environment.startTimer,
      estimate: async () => ({}),
    });
    const { release } = await holdDatabases();
    const refused = (question: Promise<unknown>, code: FailureCode) =>
      expect(question).rejects.toMatchObject({ failure: { code, detail: expect.stringContaining('did not open') } });
    const answers = Promise.all([
      refused(storage.list(), 'checkpoints-unavailable'),
      refused(storage.load(1), 'checkpoints-unavailable'),
      refused(storage.remove(1), 'checkpoints-unavailable'),
      refused(storage.save(bytesOf(3, 1), summaryOf(1)), 'checkpoint-not-kept'),
    ]);
    timers.expireTimers();
    await answers;
    release();
  });
});
