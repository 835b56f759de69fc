import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { boundedWait, type StartTimer } from '../datasets/bounded-wait.ts';

/** How long a database may take to open: one that another tab is changing the version of does not open until it is done. */
export const OPEN_WAIT_MS = 5000;

export interface DatabaseRequest<Schema extends DBSchema> {
  readonly name: string;
  readonly version: number;
  /** Makes what `created` lacks; `oldVersion` is 0 for a new database. */
  readonly upgrade: (created: IDBPDatabase<Schema>, oldVersion: number) => void;
  readonly startTimer: StartTimer;
}

/**
 * Opens a database of IndexedDB for one task and closes it: a page that keeps it open would block the next version.
 * Rejects when it does not open for `OPEN_WAIT_MS`; should it open later, it is closed then.
 */
export async function withDatabase<Schema extends DBSchema, T>(
  { name, version, upgrade, startTimer }: DatabaseRequest<Schema>,
  task: (database: IDBPDatabase<Schema>) => Promise<T>,
): Promise<T> {
  const opening = openDB<Schema>(name, version, { upgrade });
  let isLate = false;
  const stalled = () => {
    isLate = true;
    return new Error(`The database did not open in ${OPEN_WAIT_MS} ms.`);
  };
  opening.then(
    (database) => isLate && database.close(),
    () => {},
  );
  const database = await boundedWait(opening, { startTimer, limitMs: OPEN_WAIT_MS, stalled });
  try {
    return await task(database);
  } finally {
    database.close();
  }
}
