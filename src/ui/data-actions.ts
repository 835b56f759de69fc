/** What a person can do with data of their own: the commands, and what the page notes beside them. */
import type { DataFamily, DataSource } from '../core/data/data-in-use.ts';
import type { ImportedId } from '../core/data/imported-data.ts';
import type { DataCommand } from '../protocol/commands.ts';
import { beginImport, dataStore, isImporting } from './stores/data-store.ts';

export interface DataActions {
  /** Reads files and uses them from the next run on; nothing where there are none. */
  importFiles(files: readonly File[]): void;
  cancelImport(): void;
  /** Asks again what is kept. */
  listData(): void;
  removeData(id: ImportedId): void;
  chooseData(family: DataFamily, source: DataSource): void;
}

export function createDataActions(send: (command: DataCommand) => void, storage: () => PersistentStorage): DataActions {
  return {
    importFiles(files) {
      if (files.length === 0) return;
      void askToPersist(storage);
      send({ type: 'import-files', importId: beginImport(files.map(({ name }) => name)), files });
    },
    cancelImport() {
      const { lastImport } = dataStore.getState();
      if (lastImport && isImporting(lastImport)) send({ type: 'cancel-import', importId: lastImport.importId });
    },
    listData: () => send({ type: 'list-data' }),
    removeData: (id) => send({ type: 'remove-data', id }),
    chooseData: (family, source) => send({ type: 'use-data', family, source }),
  };
}

/** The part of the browser's storage that only a page has. */
export type PersistentStorage = Pick<StorageManager, 'persist' | 'persisted'>;

/** Browsers drop what pages have stored when the disk is nearly full, unless they were asked not to. Asked once a visit. */
async function askToPersist(storage: () => PersistentStorage): Promise<void> {
  if (dataStore.getState().isPersistent !== undefined) return;
  try {
    const isPersistent = (await storage().persisted()) || (await storage().persist());
    dataStore.setState({ isPersistent });
  } catch {
    // A browser that does not answer keeps data as it keeps any.
  }
}
