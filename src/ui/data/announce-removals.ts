import { announce } from '../stores/announcement-store.ts';
import { dataStore } from '../stores/data-store.ts';
import type { Strings } from '../strings/language.ts';

/**
 * Tells people who cannot see the page that a data set is gone, once the worker lists it no longer: asking for it may
 * still be refused. The function returned ends it.
 */
export function announceRemovals({ sets, stored }: Strings['data']): () => void {
  return dataStore.subscribe(({ report }, before) => {
    if (!report || report === before.report) return;
    const removed = before.report?.imported.filter(({ id }) => !report.imported.some((other) => other.id === id)) ?? [];
    if (removed.length > 0) announce(removed.map(({ id }) => stored.removed(sets[id].name)).join(' '));
  });
}
