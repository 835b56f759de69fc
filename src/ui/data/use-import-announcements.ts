import { useEffect } from 'react';
import { announce } from '../stores/announcement-store.ts';
import { dataStore } from '../stores/data-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import { importText } from './import-text.ts';

/** Tells people who cannot see the page how an import has ended. */
export function useImportAnnouncements(): void {
  const { data: words } = useStrings();
  useEffect(
    () =>
      dataStore.subscribe(({ lastImport }, before) => {
        if (lastImport === before.lastImport || !lastImport) return;
        const isStart = lastImport.importId !== before.lastImport?.importId;
        const { progress } = lastImport;
        const isEnd = progress !== undefined && progress.type !== 'reading' && progress.type !== 'keeping';
        if (isStart || isEnd) announce(importText(lastImport, words));
      }),
    [words],
  );
}
