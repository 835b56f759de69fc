import type { Page } from 'playwright';

/** A record of the browser's storage of checkpoints, as it lies there. */
export interface StoredRecord {
  readonly state: 'whole' | 'writing';
  /** Updates made; undefined while it is being written. */
  readonly updates?: number;
  readonly pieces: number;
  readonly pieceBytes: number;
  /** What a whole one says that its pieces have; undefined while it is being written. */
  readonly byteLength?: number;
}

/** All records, the oldest first. The page must be one of the site. */
export function readStoredRecords(page: Page): Promise<readonly StoredRecord[]> {
  return page.evaluate(async () => {
    const answered = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await answered(indexedDB.open('microbatch-checkpoints'));
    try {
      if (!database.objectStoreNames.contains('checkpoints')) return [];
      const transaction = database.transaction(['checkpoints', 'pieces'], 'readonly');
      const checkpoints = transaction.objectStore('checkpoints');
      const pieces = transaction.objectStore('pieces');
      const records: StoredRecord[] = [];
      for (const id of await answered(checkpoints.getAllKeys())) {
        const record: Omit<StoredRecord, 'pieces' | 'pieceBytes'> = await answered(checkpoints.get(id));
        const range = IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
        const parts: readonly Uint8Array[] = await answered(pieces.getAll(range));
        const pieceBytes = parts.reduce((sum, part) => sum + part.length, 0);
        records.push({ ...record, pieces: parts.length, pieceBytes });
      }
      return records;
    } finally {
      database.close();
    }
  });
}

/** True where a record says that it is whole, and is not. */
export function isBroken({ state, pieceBytes, byteLength }: StoredRecord): boolean {
  return state === 'whole' && pieceBytes !== byteLength;
}
