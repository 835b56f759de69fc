import { expect, type Page } from '@playwright/test';

/** Waits until the browser's storage keeps a checkpoint after so many updates. */
export async function expectKept(page: Page, updates: number): Promise<void> {
  const kept = () =>
    page.evaluate(async () => {
      const request = indexedDB.open('microbatch-checkpoints');
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      if (!database.objectStoreNames.contains('checkpoints')) return [];
      const all = database.transaction('checkpoints').objectStore('checkpoints').getAll();
      const records = await new Promise<readonly { readonly state: string; readonly updates: number }[]>((resolve) => {
        all.onsuccess = () => resolve(all.result);
      });
      database.close();
      return records.filter(({ state }) => state === 'whole').map((record) => record.updates);
    });
  await expect.poll(kept).toContain(updates);
}
