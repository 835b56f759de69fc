import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FailureError } from '../../../../src/core/failures.ts';
import { importFiles } from '../../../../src/engine/datasets/dropped-files.ts';
import type { ImportedImages } from '../../../../src/engine/datasets/imported-images.ts';
import { createIndexedDbStorage } from '../../../../src/engine/datasets/indexed-db-storage.ts';
import { holdDatabases } from '../storage/held-database.ts';
import { FakeNetwork } from './fake-network.ts';
import { fileOf, idxPair } from './official-files.ts';

const STALE_MS = 5 * 60_000;
/** Larger than two pieces of 8 MiB, and no multiple of one. */
const LARGE_EXAMPLES = 23_456;

let databases = 0;
/** A database of its own and a clock in the hands of the test. */
function setUp() {
  const clock = { nowMs: 1_000_000 };
  const databaseName = `test-${databases++}`;
  const open = () =>
    createIndexedDbStorage({
      databaseName,
      now: () => clock.nowMs,
      estimate: async () => ({ quota: 1000, usage: 400 }),
    });
  return { clock, databaseName, open, storage: open() };
}

function imagesOf(examples: number, id: ImportedImages['id'] = 'mnist', salt = 0): ImportedImages {
  const part = (count: number) => {
    const images = new Uint8Array(count * 784);
    for (let at = 0; at < images.length; at++) images[at] = at * 31 + (at >> 10) + salt;
    return { images, labels: Uint8Array.from({ length: count }, (_, at) => (at + salt) % 10) };
  };
  const classes = Array.from({ length: 10 }, (_, digit) => String(digit));
  const split = { train: part(examples), test: part(2), testSource: 'own-file' } as const;
  return { id, exampleShape: [28, 28, 1], classes, parts: ['train images', 'train labels'], ...split };
}

const options = () => ({ signal: new AbortController().signal, onProgress: () => {} });

/** Records in the stores of a database: [sets, writes, pieces]. */
async function countRecords(databaseName: string): Promise<number[]> {
  const request = <T>(asked: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  const database = await request(indexedDB.open(databaseName));
  const stores = ['sets', 'writes', 'pieces'];
  const transaction = database.transaction(stores);
  const counts = await Promise.all(stores.map((store) => request(transaction.objectStore(store).count())));
  database.close();
  return counts;
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && Buffer.compare(a, b) === 0;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('IndexedDB storage', () => {
  it('gives back what it was given, byte for byte, on a later visit, and lists it', async () => {
    const { storage, open } = setUp();
    const images = imagesOf(LARGE_EXAMPLES);
    const progress: number[] = [];
    const entry = await storage.save(images, { ...options(), onProgress: ({ doneBytes }) => progress.push(doneBytes) });
    // 785 bytes an example, and two test examples.
    const byteLength = (LARGE_EXAMPLES + 2) * 785;
    expect(entry).toEqual({
      ...{ id: 'mnist', parts: images.parts, testSource: 'own-file', byteLength, keptAtMs: 1_000_000 },
      ...{ trainExamples: LARGE_EXAMPLES, testExamples: 2 },
    });
    expect(progress.length).toBeGreaterThan(4);
    expect(progress.at(-1)).toBe(byteLength);
    expect(await open().list()).toEqual([entry]);

    const loaded = await open().load('mnist');
    const { train, test, ...described } = images;
    expect(loaded).toMatchObject(described);
    expect(sameBytes(loaded?.train.images, train.images)).toBe(true);
    expect(sameBytes(loaded?.train.labels, train.labels)).toBe(true);
    expect(sameBytes(loaded?.test.images, test.images)).toBe(true);
    expect(sameBytes(loaded?.test.labels, test.labels)).toBe(true);
  });

  it('gives back any small data set', async () => {
    const { storage } = setUp();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.nat(255), async (examples, salt) => {
        const images = imagesOf(examples, 'fashion-mnist', salt);
        await storage.save(images, options());
        expect(await storage.load('fashion-mnist')).toEqual(images);
      }),
      { numRuns: 10 },
    );
  });

  it('keeps only the part of a larger buffer that a split views', async () => {
    const { storage } = setUp();
    const images = imagesOf(10);
    const train = { images: images.train.images.subarray(784, 2 * 784), labels: images.train.labels.subarray(1, 2) };
    await storage.save({ ...images, train }, options());
    const loaded = await storage.load('mnist');
    expect(sameBytes(loaded?.train.images, train.images)).toBe(true);
    expect(loaded?.train.images.buffer.byteLength).toBe(784);
  });

  it('replaces a data set of the same id, keeps others, and removes what it is told to, with all its pieces', async () => {
    const { storage, databaseName } = setUp();
    await storage.save(imagesOf(3), options());
    await storage.save(imagesOf(4, 'idx-images'), options());
    await storage.save(imagesOf(5, 'mnist', 9), options());
    expect((await storage.list()).map(({ id, trainExamples }) => [id, trainExamples])).toEqual([
      ['idx-images', 4],
      ['mnist', 5],
    ]);
    // Four pieces each: images and labels of two splits.
    expect(await countRecords(databaseName)).toEqual([2, 0, 8]);
    await storage.remove('mnist');
    expect(await storage.load('mnist')).toBeUndefined();
    expect((await storage.list()).map(({ id }) => id)).toEqual(['idx-images']);
    expect(await countRecords(databaseName)).toEqual([1, 0, 4]);
    await storage.remove('mnist');
  });

  it('aborted at any piece: leaves nothing, and what was there before stays', async () => {
    const { storage, databaseName } = setUp();
    const before = imagesOf(2);
    await storage.save(before, options());
    const reason = new Error('the person chose otherwise');
    for (let abortAt = 0; abortAt <= 4; abortAt++) {
      const controller = new AbortController();
      let pieces = 0;
      if (abortAt === 0) controller.abort(reason);
      const onProgress = () => {
        pieces++;
        if (pieces === abortAt) controller.abort(reason);
      };
      const saving = storage.save(imagesOf(3, 'mnist', 5), { signal: controller.signal, onProgress });
      await expect(saving, `aborted at piece ${abortAt}`).rejects.toBe(reason);
      expect(await countRecords(databaseName)).toEqual([1, 0, 4]);
      expect(await storage.load('mnist')).toEqual(before);
    }
  });

  it('after a crash in the middle shows what was there before, and clears the pieces left behind once they are old', async () => {
    const { storage, open, clock, databaseName } = setUp();
    const before = imagesOf(2);
    await storage.save(before, options());
    // The process ends after the second piece: nothing more reaches the database, not even to clean up.
    let pieces = 0;
    const transactionOf = IDBDatabase.prototype.transaction;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...parameters) {
      if (pieces === 2) throw new DOMException('the connection is closed', 'InvalidStateError');
      return transactionOf.apply(this, parameters);
    });
    const onProgress = () => {
      pieces++;
    };
    const crashing = storage.save(imagesOf(3, 'mnist', 5), { ...options(), onProgress });
    await expect(crashing).rejects.toBeInstanceOf(FailureError);
    vi.restoreAllMocks();
    expect(await countRecords(databaseName)).toEqual([1, 1, 6]);

    expect((await open().list()).map(({ trainExamples }) => trainExamples)).toEqual([2]);
    expect(await open().load('mnist')).toEqual(before);
    // They might still be another tab's, at work.
    expect(await countRecords(databaseName)).toEqual([1, 1, 6]);
    clock.nowMs += STALE_MS;
    expect(await open().list()).toHaveLength(1);
    expect(await countRecords(databaseName)).toEqual([1, 0, 4]);
  });

  it('publishes nothing when another tab has taken its pieces for old ones', async () => {
    const { storage, databaseName } = setUp();
    const otherTab = createIndexedDbStorage({ databaseName, now: () => 1_000_000 + STALE_MS });
    let clearing: Promise<unknown> | undefined;
    const onProgress = () => {
      clearing ??= otherTab.list();
    };
    const error = await storage.save(imagesOf(3), { ...options(), onProgress }).catch((reason: unknown) => reason);
    await clearing;
    expect(error).toMatchObject({
      failure: { code: 'storage-unavailable', detail: expect.stringContaining('pieces') },
    });
    expect(await countRecords(databaseName)).toEqual([0, 0, 0]);
    await storage.save(imagesOf(3), options());
    expect(await countRecords(databaseName)).toEqual([1, 0, 4]);
  });

  it('out of space: says what is needed and what is free, and leaves nothing', async () => {
    const { storage, databaseName } = setUp();
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      // The images of the test split are the third piece.
      if (Array.isArray(key) && key[1] === 2) throw new DOMException('the disk is full', 'QuotaExceededError');
      return put.call(this, value, key);
    });
    const error = await storage.save(imagesOf(3), options()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ failure: { code: 'storage-full' } });
    // 5 × 785 bytes = 3.833 KiB, rounded up; 1,000 − 400 free
    expect(error).toMatchObject({ message: expect.stringContaining('MNIST: 3.84 KiB needed, 600 B free.') });
    vi.restoreAllMocks();
    expect(await countRecords(databaseName)).toEqual([0, 0, 0]);
    expect(await storage.list()).toEqual([]);
  });

  it('switched off: every question is answered by a failure of its own, and dropped files can still be used', async () => {
    const { storage } = setUp();
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('storage is switched off', 'SecurityError');
    });
    const failure = (action: string) => ({
      failure: { code: 'storage-unavailable', message: expect.stringContaining(action) },
    });
    await expect(storage.list()).rejects.toMatchObject(failure('which data sets'));
    await expect(storage.load('mnist')).rejects.toMatchObject(failure('give the data set back'));
    await expect(storage.remove('mnist')).rejects.toMatchObject(failure('remove'));
    await expect(storage.save(imagesOf(1), options())).rejects.toMatchObject(failure('keep'));

    const { images, labels } = idxPair([1, 2, 3]);
    const files = [fileOf('train-images', images), fileOf('train-labels', labels)];
    const outcome = await importFiles(files, { ...options(), storage });
    expect(outcome.keeping).toMatchObject({ status: 'session-only', failure: { code: 'storage-unavailable' } });
    expect(outcome.images.train.labels).toEqual(Uint8Array.of(1, 2));
  });

  it('held by another tab: every question ends with a failure of its own', async () => {
    const timers = new FakeNetwork();
    const storage = createIndexedDbStorage({ startTimer: timers.environment.startTimer });
    const { release } = await holdDatabases();
    const questions = [
      ...[storage.list(), storage.load('mnist'), storage.remove('mnist'), storage.save(imagesOf(1), options())],
      ...[storage.choices(), storage.choose('fashion', 'mnist')],
    ];
    const answers = Promise.all(
      questions.map((question) =>
        expect(question).rejects.toMatchObject({
          failure: { code: 'storage-unavailable', detail: expect.stringContaining('did not open') },
        }),
      ),
    );
    timers.expireTimers();
    await answers;
    release();
  });

  it('keeps dropped files for the next visit', async () => {
    const { storage, open } = setUp();
    const { images, labels } = idxPair([5, 0, 4, 1, 9, 2, 1, 3, 1, 4]);
    const files = [fileOf('train-images', images), fileOf('train-labels', labels)];
    const outcome = await importFiles(files, { ...options(), storage });
    expect(outcome.keeping).toMatchObject({
      status: 'kept',
      entry: { id: 'mnist', trainExamples: 9, testExamples: 1 },
    });
    const loaded = await open().load('mnist');
    expect(sameBytes(loaded?.train.images, outcome.images.train.images)).toBe(true);
  });

  it('does not list a record that is none of its own, and refuses to load it', async () => {
    const { storage, databaseName } = setUp();
    await storage.save(imagesOf(1), options());
    await new Promise<void>((resolve) => {
      indexedDB.open(databaseName).onsuccess = ({ target }) => {
        if (!(target instanceof IDBOpenDBRequest)) return;
        const transaction = target.result.transaction('sets', 'readwrite');
        transaction.objectStore('sets').put({ id: 'mnist', write: 'one' }, 'mnist');
        transaction.oncomplete = () => {
          target.result.close();
          resolve();
        };
      };
    });
    expect(await storage.list()).toEqual([]);
    await expect(storage.load('mnist')).rejects.toMatchObject({ failure: { code: 'storage-unavailable' } });
  });

  it('keeps choices between visits, each family’s for itself', async () => {
    const { storage, open } = setUp();
    expect(await storage.choices()).toEqual({});
    await storage.choose('cifar', 'cifar-10');
    await storage.choose('fashion', 'mnist');
    await storage.choose('fashion', 'bundled');
    expect(await open().choices()).toEqual({ cifar: 'cifar-10', fashion: 'bundled' });
  });

  it('takes over a database of its first version, which had no choices', async () => {
    const { databaseName, storage } = setUp();
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open(databaseName, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore('sets');
        request.result.createObjectStore('writes', { autoIncrement: true });
        request.result.createObjectStore('pieces');
      };
      request.onsuccess = () => {
        request.result.close();
        resolve();
      };
      request.onerror = () => reject(request.error);
    });
    await storage.save(imagesOf(3), options());
    await storage.choose('fashion', 'mnist');
    expect(await storage.list()).toMatchObject([{ id: 'mnist', trainExamples: 3 }]);
    expect(await storage.choices()).toEqual({ fashion: 'mnist' });
  });

  it('keeps a data set whole whose write ends while another task lists: its pieces are no remains', async () => {
    const { storage, open } = setUp();
    for (let turns = 0; turns < 60; turns += 1) {
      const saving = storage.save(imagesOf(3), options());
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await Promise.all([saving, open().list()]);
      expect(await storage.load('mnist')).toMatchObject({ id: 'mnist' });
    }
  });
});
