import { vi } from 'vitest';

let databases = 0;

/**
 * Lets every database open as one that another tab holds in an earlier version: not before that tab closes it. Needs
 * `fake-indexeddb/auto`; `vi.restoreAllMocks` ends it.
 */
export async function holdDatabases(): Promise<{ readonly name: string; readonly release: () => void }> {
  const name = `held-${databases++}`;
  const held = await open(name, 1);
  const openAny = indexedDB.open.bind(indexedDB);
  vi.spyOn(indexedDB, 'open').mockImplementation(() => openAny(name, 2));
  return { name, release: () => held.close() };
}

/** Opens a database as it is, without an answer to another version's wish. */
export function open(name: string, version: number): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version);
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
