import type { DBSchema, IDBPDatabase } from 'idb';
import * as v from 'valibot';
import { DATA_FAMILIES, type DataFamily } from '../../core/data/data-in-use.ts';
import { IMPORTED_IDS, type ImportedId } from '../../core/data/imported-data.ts';
import type { StorageAction } from '../../core/failure-parameters.ts';
import { FailureError, failureOf } from '../../core/failures.ts';
import { availableFrom, isQuotaError } from '../storage/storage-answers.ts';
import { withDatabase } from '../storage/with-database.ts';
import { type StartTimer, startBrowserTimer } from './bounded-wait.ts';
import type { ByteImageSplit } from './byte-image-dataset.ts';
import type { DatasetStorage, StorageProgress, StoredDataset } from './dataset-storage.ts';
import { byteLengthOf, IMPORTED_TITLES, type ImportedImages } from './imported-images.ts';

/*
 * IndexedDB rather than files of the origin (OPFS): both work in a worker and share one quota, but only IndexedDB has
 * transactions. Nothing in OPFS replaces one folder by another in one step in every browser.
 *
 * A data set is written aside in pieces, each in a transaction of its own, under the number of this write. Nothing refers to
 * them until the last transaction puts the record of the set, removes the set that it replaces, and ends the write.
 * Pieces of a write that did not end (a crash, a closed tab) are removed by a later visit, once they have not grown for
 * `STALE_MS`: until then they may be another tab's.
 */
const DATABASE_NAME = 'microbatch-data';
/** 2 has `choices`. */
const DATABASE_VERSION = 2;

/** Pieces keep a single message of the browser small: Chromium refuses values of some hundred MiB, and copies each whole. */
const PIECE_BYTES = 8 * 1024 ** 2;
const STALE_MS = 5 * 60_000;

const SET_SCHEMA = v.object({
  id: v.picklist(IMPORTED_IDS),
  /** Number of the write that made its pieces. */
  write: v.number(),
  pieces: v.number(),
  exampleShape: v.array(v.number()),
  classes: v.array(v.string()),
  parts: v.array(v.string()),
  testSource: v.picklist(['own-file', 'held-out']),
  trainExamples: v.number(),
  testExamples: v.number(),
  byteLength: v.number(),
  keptAtMs: v.number(),
});

const WRITE_SCHEMA = v.object({ touchedAtMs: v.number() });
const PIECE_SCHEMA = v.instance(Uint8Array);
const CHOICE_SCHEMA = v.picklist(['bundled', ...IMPORTED_IDS]);

interface DatabaseSchema extends DBSchema {
  /** By id. */
  sets: { key: ImportedId; value: unknown };
  /** By number of the write. */
  writes: { key: number; value: unknown };
  /** By number of the write and of the piece. */
  pieces: { key: [number, number]; value: unknown };
  /** By family of workloads. */
  choices: { key: DataFamily; value: unknown };
}

type Database = IDBPDatabase<DatabaseSchema>;

export interface IndexedDbStorageOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** What the browser says about its storage; used in failures only. */
  readonly estimate?: () => Promise<StorageEstimate>;
  readonly databaseName?: string;
  readonly startTimer?: StartTimer;
}

/** Data sets in the browser's IndexedDB, of the page's origin. Works in a page and in a worker. */
export function createIndexedDbStorage({
  now = Date.now,
  estimate = () => navigator.storage.estimate(),
  databaseName = DATABASE_NAME,
  startTimer = startBrowserTimer,
}: IndexedDbStorageOptions = {}): DatasetStorage {
  const request = { name: databaseName, version: DATABASE_VERSION, upgrade, startTimer };
  const opened = <T>(task: (database: Database) => Promise<T>) => withDatabase<DatabaseSchema, T>(request, task);

  return {
    list: () =>
      storageTask('list', () =>
        opened(async (database) => {
          await removeStaleWrites(database, now());
          return (await database.getAll('sets')).flatMap((value) => {
            const set = v.safeParse(SET_SCHEMA, value);
            return set.success ? [entryOf(set.output)] : [];
          });
        }),
      ),
    save: async (images, { signal, onProgress }) => {
      try {
        return await opened(async (database) => {
          await removeStaleWrites(database, now());
          return await save(database, images, { signal, onProgress, now });
        });
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (!isQuotaError(error)) throw storageFailure('keep', error);
        const availableBytes = await availableFrom(estimate);
        const parameters = { subject: IMPORTED_TITLES[images.id], neededBytes: byteLengthOf(images), availableBytes };
        throw new FailureError(failureOf('storage-full', parameters, String(error)));
      }
    },
    load: (id) => storageTask('load', () => opened((database) => load(database, id))),
    remove: (id) => storageTask('remove', () => opened((database) => remove(database, id))),
    choices: () =>
      storageTask('list', () =>
        opened(async (database) => {
          const values = await Promise.all(DATA_FAMILIES.map((family) => database.get('choices', family)));
          return Object.fromEntries(
            DATA_FAMILIES.flatMap((family, at) => {
              const choice = v.safeParse(CHOICE_SCHEMA, values[at]);
              return choice.success ? [[family, choice.output]] : [];
            }),
          );
        }),
      ),
    choose: (family, source) =>
      storageTask('keep', () =>
        opened(async (database) => {
          await database.put('choices', source, family);
        }),
      ),
  };
}

function upgrade(created: Database, oldVersion: number): void {
  if (oldVersion < 1) {
    created.createObjectStore('sets');
    created.createObjectStore('writes', { autoIncrement: true });
    created.createObjectStore('pieces');
  }
  created.createObjectStore('choices');
}

interface SaveOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: StorageProgress) => void;
  readonly now: () => number;
}

async function save(database: Database, images: ImportedImages, { signal, onProgress, now }: SaveOptions) {
  signal.throwIfAborted();
  const write = await database.add('writes', { touchedAtMs: now() });
  try {
    const totalBytes = byteLengthOf(images);
    let doneBytes = 0;
    let pieces = 0;
    for (const piece of piecesOf(images)) {
      const transaction = settled(database.transaction(['writes', 'pieces'], 'readwrite'));
      // A copy of its own: the browser would copy the whole buffer behind a view.
      await Promise.all([
        transaction.objectStore('pieces').put(piece.slice(), [write, pieces]),
        transaction.objectStore('writes').put({ touchedAtMs: now() }, write),
        transaction.done,
      ]);
      pieces++;
      doneBytes += piece.length;
      onProgress({ doneBytes, totalBytes });
      signal.throwIfAborted();
    }
    const { id, exampleShape, classes, parts, testSource, train, test } = images;
    return await publish(database, {
      ...{ id, write, pieces, testSource, byteLength: totalBytes, keptAtMs: now() },
      ...{ exampleShape: [...exampleShape], classes: [...classes], parts: [...parts] },
      ...{ trainExamples: train.labels.length, testExamples: test.labels.length },
    });
  } catch (error) {
    // Where this fails too, a later visit removes the pieces.
    await removeWrite(database, write).catch(() => {});
    throw error;
  }
}

/** The one step that makes a data set visible. */
async function publish(database: Database, set: v.InferOutput<typeof SET_SCHEMA>): Promise<StoredDataset> {
  const transaction = settled(database.transaction(['sets', 'writes', 'pieces'], 'readwrite'));
  const sets = transaction.objectStore('sets');
  const pieces = transaction.objectStore('pieces');
  const written = await pieces.count(piecesOfWrite(set.write));
  if (written !== set.pieces) {
    transaction.abort();
    await transaction.done.catch(() => {});
    throw new Error(`${written} of ${set.pieces} pieces are there`);
  }
  const replaced = v.safeParse(SET_SCHEMA, await sets.get(set.id));
  if (replaced.success) await pieces.delete(piecesOfWrite(replaced.output.write));
  await Promise.all([sets.put(set, set.id), transaction.objectStore('writes').delete(set.write), transaction.done]);
  return entryOf(set);
}

async function load(database: Database, id: ImportedId): Promise<ImportedImages | undefined> {
  // One transaction, so that nobody removes a piece between two reads.
  const transaction = settled(database.transaction(['sets', 'pieces'], 'readonly'));
  const value = await transaction.objectStore('sets').get(id);
  if (value === undefined) return undefined;
  const set = v.parse(SET_SCHEMA, value);
  const { exampleShape, classes, parts, testSource } = set;
  const elementsPerExample = exampleShape.reduce((product, extent) => product * extent, 1);
  const train = emptySplit(set.trainExamples, elementsPerExample);
  const test = emptySplit(set.testExamples, elementsPerExample);
  const images: ImportedImages = { id, exampleShape, classes, parts, testSource, train, test };
  let number = 0;
  for (const target of piecesOf(images)) {
    const piece = v.parse(PIECE_SCHEMA, await transaction.objectStore('pieces').get([set.write, number]));
    if (piece.length !== target.length) throw new Error(`piece ${number}: ${piece.length} bytes, not ${target.length}`);
    target.set(piece);
    number++;
  }
  return images;
}

async function remove(database: Database, id: ImportedId): Promise<void> {
  const transaction = settled(database.transaction(['sets', 'pieces'], 'readwrite'));
  const sets = transaction.objectStore('sets');
  const set = v.safeParse(SET_SCHEMA, await sets.get(id));
  if (set.success) await transaction.objectStore('pieces').delete(piecesOfWrite(set.output.write));
  await Promise.all([sets.delete(id), transaction.done]);
}

/** Each is looked at and removed in one transaction: a write that ends meanwhile is no remains, and its pieces are a set's. */
async function removeStaleWrites(database: Database, nowMs: number): Promise<void> {
  for (const write of await database.getAllKeys('writes')) {
    const transaction = settled(database.transaction(['writes', 'pieces'], 'readwrite'));
    const value = await transaction.objectStore('writes').get(write);
    const record = v.safeParse(WRITE_SCHEMA, value);
    const isAtWork = record.success && record.output.touchedAtMs > nowMs - STALE_MS;
    if (value !== undefined && !isAtWork) {
      await transaction.objectStore('pieces').delete(piecesOfWrite(write));
      await transaction.objectStore('writes').delete(write);
    }
    await transaction.done;
  }
}

async function removeWrite(database: Database, write: number): Promise<void> {
  const transaction = settled(database.transaction(['writes', 'pieces'], 'readwrite'));
  await Promise.all([
    transaction.objectStore('pieces').delete(piecesOfWrite(write)),
    transaction.objectStore('writes').delete(write),
    transaction.done,
  ]);
}

/** Where each piece of a data set lies in memory, in order: the same list for writing and for reading. */
function* piecesOf({ train, test }: ImportedImages): Generator<Uint8Array> {
  for (const bytes of [train.images, train.labels, test.images, test.labels]) {
    for (let start = 0; start < bytes.length; start += PIECE_BYTES) yield bytes.subarray(start, start + PIECE_BYTES);
  }
}

/** A transaction whose end nobody has to await: the request that failed has said why. */
function settled<T extends { readonly done: Promise<void> }>(transaction: T): T {
  transaction.done.catch(() => {});
  return transaction;
}

function piecesOfWrite(write: number): IDBKeyRange {
  return IDBKeyRange.bound([write, 0], [write, Number.MAX_SAFE_INTEGER]);
}

function emptySplit(examples: number, elementsPerExample: number): ByteImageSplit {
  return { images: new Uint8Array(examples * elementsPerExample), labels: new Uint8Array(examples) };
}

function entryOf(set: v.InferOutput<typeof SET_SCHEMA>): StoredDataset {
  const { id, trainExamples, testExamples, parts, testSource, byteLength, keptAtMs } = set;
  return { id, trainExamples, testExamples, parts, testSource, byteLength, keptAtMs };
}

async function storageTask<T>(action: StorageAction, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw storageFailure(action, error);
  }
}

function storageFailure(action: StorageAction, error: unknown): FailureError {
  return new FailureError(failureOf('storage-unavailable', { action }, String(error)));
}
