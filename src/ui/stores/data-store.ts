import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { DataReport, ImportProgress } from '../../protocol/data-report.ts';

/** The last import of this visit. */
export interface ImportState {
  readonly importId: number;
  readonly fileNames: readonly string[];
  /** Undefined until the worker has read a first piece. */
  readonly progress?: ImportProgress;
}

export interface DataState {
  /** Undefined until the worker knows what is kept. */
  readonly report?: DataReport;
  readonly lastImport?: ImportState;
  /** Whether the browser has promised to keep the data until a person removes it; undefined where it does not say. */
  readonly isPersistent?: boolean;
}

export const dataStore = createStore<DataState>(() => ({}));

export function useData<T>(select: (state: DataState) => T): T {
  return useStore(dataStore, select);
}

export function noteData(report: DataReport): void {
  dataStore.setState({ report });
}

/** Begins an import in place of the last one, and returns its id. */
export function beginImport(fileNames: readonly string[]): number {
  const importId = (dataStore.getState().lastImport?.importId ?? 0) + 1;
  dataStore.setState({ lastImport: { importId, fileNames } });
  return importId;
}

/** Takes what an import tells; one that is over, or was replaced, is not listened to. */
export function noteImport(importId: number, progress: ImportProgress): void {
  const { lastImport } = dataStore.getState();
  if (lastImport?.importId !== importId || !isImporting(lastImport)) return;
  dataStore.setState({ lastImport: { ...lastImport, progress } });
}

/** The worker is gone, and with it the import that it made, if any. */
export function endImport(end: ImportProgress): void {
  const { lastImport } = dataStore.getState();
  if (lastImport) noteImport(lastImport.importId, end);
}

/** True from the files to the end of their import. */
export function isImporting(lastImport: ImportState | undefined): boolean {
  if (!lastImport) return false;
  const { progress } = lastImport;
  return !progress || progress.type === 'reading' || progress.type === 'keeping';
}
