import type { DBSchema, IDBPDatabase, IDBPObjectStore, IDBPTransaction } from 'idb';
import * as v from 'valibot';
import { WORKLOAD_IDS } from '../../core/config/training-config.ts';
import { FailureError, failureOf } from '../../core/failures.ts';
import { type StartTimer, startBrowserTimer } from '../datasets/bounded-wait.ts';
import { availableFrom, isQuotaError } from '../storage/storage-answers.ts';
import { withDatabase } from '../storage/with-database.ts';
import type { CheckpointStorage, CheckpointSummary, StoredCheckpoint } from './checkpoint-storage.ts';

/*
 * A checkpoint is written aside in pieces, each in a transaction of its own, under a record that says `writing`. The last
 * transaction turns that record into a whole one and removes the checkpoints that are more than enough. IndexedDB makes a
 * transaction happen entirely or not at all, so there is no moment with fewer whole checkpoints than before.
 * What a crash leaves in writing is removed by a later visit, once it has not grown for `STALE_MS`: until then it may be
 * another tab's.
 */
const DATABASE_NAME = 'microbatch-checkpoints';
const DATABASE_VERSION = 1;

/** Checkpoints kept: the last one, and one before it in case the last cannot be read. */
const KEPT = 2;
/** Pieces keep a single message of the browser small: Chromium refuses values of some hundred MiB, and copies each whole. */
const PIECE_BYTES = 8 * 1024 ** 2;
const STALE_MS = 5 * 60_000;

const WHOLE_SCHEMA = v.object({
  state: v.literal('whole'),
  run: v.string(),
  workload: v.picklist(WORKLOAD_IDS),
  updates: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  createdAtMs: v.number(),
  byteLength: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  pieces: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});
const WRITING_SCHEMA = v.object({ state: v.literal('writing'), touchedAtMs: v.number() });
const PIECE_SCHEMA = v.instance(Uint8Array);

type WholeRecord = v.InferOutput<typeof WHOLE_SCHEMA>;

interface DatabaseSchema extends DBSchema {
  /** By id. */
  checkpoints: { key: number; value: unknown };
  /** By id of the checkpoint and number of the piece. */
  pieces: { key: [number, number]; value: unknown };
}

type Database = IDBPDatabase<DatabaseSchema>;

export interface IndexedDbCheckpointsOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** What the browser says about its storage; used in failures only. */
  readonly estimate?: () => Promise<StorageEstimate>;
  readonly databaseName?: string;
  readonly pieceBytes?: number;
  readonly startTimer?: StartTimer;
}

/** Checkpoints in the browser's IndexedDB, of the page's origin. Works in a page and in a worker. */
export function createIndexedDbCheckpoints({
  now = Date.now,
  estimate = () => navigator.storage.estimate(),
  databaseName = DATABASE_NAME,
  pieceBytes = PIECE_BYTES,
  startTimer = startBrowserTimer,
}: IndexedDbCheckpointsOptions = {}): CheckpointStorage {
  const request = { name: databaseName, version: DATABASE_VERSION, upgrade, startTimer };
  const opened = <T>(task: (database: Database) => Promise<T>) => withDatabase<DatabaseSchema, T>(request, task);
  const asked = async <T>(action: 'list' | 'load' | 'remove', task: (database: Database) => Promise<T>): Promise<T> => {
    try {
      return await opened(task);
    } catch (error) {
      if (error instanceof FailureError) throw error;
      throw new FailureError(failureOf('checkpoints-unavailable', { action }, String(error)));
    }
  };

  return {
    list: () =>
      asked('list', async (database) => {
        await removeStaleWrites(database, now());
        return wholeCheckpoints(database);
      }),
    save: async (bytes, summary) => {
      try {
        return await opened(async (database) => {
          await removeStaleWrites(database, now());
          const write = () => save(database, bytes, { summary, pieceBytes, now });
          try {
            return await write();
          } catch (error) {
            const [, ...older] = await wholeCheckpoints(database);
            if (!isQuotaError(error) || older.length === 0) throw error;
            for (const { id } of older) await remove(database, id);
            return await write();
          }
        });
      } catch (error) {
        const reason = isQuotaError(error) ? 'full' : 'refused';
        const availableBytes = await availableFrom(estimate);
        const parameters = { reason, neededBytes: bytes.length, availableBytes } as const;
        throw new FailureError(failureOf('checkpoint-not-kept', parameters, String(error)));
      }
    },
    load: (id) => asked('load', (database) => load(database, id)),
    remove: (id) => asked('remove', (database) => remove(database, id)),
  };
}

function upgrade(created: Database): void {
  created.createObjectStore('checkpoints', { autoIncrement: true });
  created.createObjectStore('pieces');
}

interface SaveOptions {
  readonly summary: CheckpointSummary;
  readonly pieceBytes: number;
  readonly now: () => number;
}

async function save(
  database: Database,
  bytes: Uint8Array<ArrayBuffer>,
  { summary, pieceBytes, now }: SaveOptions,
): Promise<StoredCheckpoint> {
  const writing = () => ({ state: 'writing', touchedAtMs: now() });
  const id = await changing(database, ({ checkpoints }) => checkpoints.add(writing()));
  try {
    let written = 0;
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      // A copy of its own: the browser would copy the whole buffer behind a view.
      const piece = bytes.slice(start, start + pieceBytes);
      await changing(database, async ({ checkpoints, pieces }) => {
        await pieces.put(piece, [id, written]);
        await checkpoints.put(writing(), id);
      });
      written++;
    }
    const { run, workload, updates, createdAtMs } = summary;
    const record = { run, workload, updates, createdAtMs, byteLength: bytes.length, pieces: written };
    return await publish(database, id, { state: 'whole', ...record });
  } catch (error) {
    // Where this fails too, a later visit removes the pieces.
    await remove(database, id).catch(() => {});
    throw error;
  }
}

/** The one step that makes a checkpoint visible, and removes those that it replaces. */
function publish(database: Database, id: number, record: WholeRecord): Promise<StoredCheckpoint> {
  return changing(database, async ({ checkpoints, pieces }) => {
    const written = await pieces.count(piecesOf(id));
    if (written !== record.pieces) throw new Error(`${written} of ${record.pieces} pieces are there`);
    const before: number[] = [];
    for (const key of await checkpoints.getAllKeys()) {
      if (key !== id && v.is(WHOLE_SCHEMA, await checkpoints.get(key))) before.push(key);
    }
    for (const surplus of before.sort((a, b) => b - a).slice(KEPT - 1)) {
      await pieces.delete(piecesOf(surplus));
      await checkpoints.delete(surplus);
    }
    await checkpoints.put(record, id);
    return storedOf(id, record);
  });
}

/** The newest first; records that are none of this page's are left out. */
function wholeCheckpoints(database: Database): Promise<StoredCheckpoint[]> {
  return reading(database, async ({ checkpoints }) => {
    const whole: StoredCheckpoint[] = [];
    for (const id of await checkpoints.getAllKeys()) {
      const record = v.safeParse(WHOLE_SCHEMA, await checkpoints.get(id));
      if (record.success) whole.unshift(storedOf(id, record.output));
    }
    return whole;
  });
}

/** In one transaction, so that nobody removes a piece between two reads. */
function load(database: Database, id: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return reading(database, async ({ checkpoints, pieces }) => {
    const record = v.safeParse(WHOLE_SCHEMA, await checkpoints.get(id));
    if (!record.success) return undefined;
    const parts: Uint8Array[] = [];
    let byteLength = 0;
    for (let number = 0; number < record.output.pieces; number++) {
      const piece = v.safeParse(PIECE_SCHEMA, await pieces.get([id, number]));
      if (!piece.success) break;
      parts.push(piece.output);
      byteLength += piece.output.length;
    }
    if (byteLength !== record.output.byteLength) {
      const detail = `${byteLength} of ${record.output.byteLength} bytes are there`;
      throw new FailureError(failureOf('checkpoint-damaged', { damage: 'truncated' }, detail));
    }
    const bytes = new Uint8Array(byteLength);
    let offset = 0;
    for (const part of parts) {
      bytes.set(part, offset);
      offset += part.length;
    }
    return bytes;
  });
}

function remove(database: Database, id: number): Promise<void> {
  return changing(database, async ({ checkpoints, pieces }) => {
    await pieces.delete(piecesOf(id));
    await checkpoints.delete(id);
  });
}

/** Removes what is neither whole nor being written. */
async function removeStaleWrites(database: Database, nowMs: number): Promise<void> {
  const stale = await reading(database, async ({ checkpoints }) => {
    const ids: number[] = [];
    for (const id of await checkpoints.getAllKeys()) {
      const value = await checkpoints.get(id);
      const writing = v.safeParse(WRITING_SCHEMA, value);
      const isAtWork = writing.success && writing.output.touchedAtMs > nowMs - STALE_MS;
      if (!isAtWork && !v.is(WHOLE_SCHEMA, value)) ids.push(id);
    }
    return ids;
  });
  for (const id of stale) await remove(database, id);
}

type StoreNames = ('checkpoints' | 'pieces')[];
type Stores<Mode extends IDBTransactionMode> = {
  readonly [Name in StoreNames[number]]: IDBPObjectStore<DatabaseSchema, StoreNames, Name, Mode>;
};

function reading<T>(database: Database, task: (stores: Stores<'readonly'>) => Promise<T>): Promise<T> {
  return inTransaction(database.transaction(['checkpoints', 'pieces'], 'readonly'), task);
}

function changing<T>(database: Database, task: (stores: Stores<'readwrite'>) => Promise<T>): Promise<T> {
  return inTransaction(database.transaction(['checkpoints', 'pieces'], 'readwrite'), task);
}

/** All of `task`, which awaits each of its requests, or none of it; has happened when this resolves. */
async function inTransaction<T, Mode extends IDBTransactionMode>(
  transaction: IDBPTransaction<DatabaseSchema, StoreNames, Mode>,
  task: (stores: Stores<Mode>) => Promise<T>,
): Promise<T> {
  // Its end is awaited only below, but may come before.
  transaction.done.catch(() => {});
  try {
    const result = await task({
      checkpoints: transaction.objectStore('checkpoints'),
      pieces: transaction.objectStore('pieces'),
    });
    await transaction.done;
    return result;
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // It has ended already, and with it all that it did.
    }
    throw isQuotaError(transaction.error) ? transaction.error : error;
  }
}

function storedOf(id: number, { run, workload, updates, createdAtMs, byteLength }: WholeRecord): StoredCheckpoint {
  return { id, run, workload, updates, createdAtMs, byteLength };
}

function piecesOf(id: number): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
}
