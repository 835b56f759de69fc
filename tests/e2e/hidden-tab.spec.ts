import { expect, test } from '@playwright/test';
import { BareBrowser } from './support/bare-browser.ts';
import { ENDLESS_RUN } from './support/playground.ts';

/** Updates made, as the page's sentence says; 0 before the first. */
const UPDATES = `Number(
  /update ([\\d,]+) of/.exec(document.querySelector('p[data-source="run"]')?.textContent ?? '')?.[1]?.replaceAll(',', '') ?? 0
)`;

/** Updates of the newest whole checkpoint; 0 where there is none. */
const KEPT = `new Promise((resolve) => {
  indexedDB.open('microbatch-checkpoints').onsuccess = ({ target: { result: database } }) => {
    if (!database.objectStoreNames.contains('checkpoints')) { database.close(); return resolve(0); }
    database.transaction('checkpoints').objectStore('checkpoints').getAll().onsuccess = ({ target: { result } }) => {
      database.close();
      resolve(Math.max(0, ...result.filter(({ state }) => state === 'whole').map(({ updates }) => updates)));
    };
  };
})`;

test('a tab behind another one trains on, and what it had done when it was hidden is kept', async ({ baseURL }) => {
  const browser = await BareBrowser.open();
  try {
    const query = new URLSearchParams(Object.entries({ ...ENDLESS_RUN, start: 1 }).map(([k, v]) => [k, String(v)]));
    const tab = await browser.openTab(`${baseURL}?${query}`);
    const updates = async () => Number(await tab.evaluate(UPDATES));
    await expect.poll(updates, { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
    expect(await tab.evaluate('document.visibilityState')).toBe('visible');
    // The interval of thirty seconds has not passed, and nothing has paused.
    expect(await tab.evaluate(KEPT)).toBe(0);

    const seenUpdates = await updates();
    await browser.openTab('about:blank');
    await expect.poll(() => tab.evaluate('document.visibilityState')).toBe('hidden');
    await expect.poll(() => tab.evaluate(KEPT)).toBeGreaterThanOrEqual(seenUpdates);
    const hiddenUpdates = await updates();
    await expect.poll(updates).toBeGreaterThanOrEqual(hiddenUpdates + 3);
    expect(await tab.evaluate('document.visibilityState')).toBe('hidden');
    expect(await tab.evaluate('document.querySelector("[data-phase]").dataset.phase')).toBe('training');

    await tab.toFront();
    await expect.poll(() => tab.evaluate('document.visibilityState')).toBe('visible');
  } finally {
    await browser.close();
  }
});
