import * as v from 'valibot';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keep, pageStorage, readKept, type TextStorage } from './page-storage.ts';

/** What a person wants of this page on this device. No number of a run depends on it, so it is in no address and no file. */
export interface Preferences {
  /** The GPU rests between submits, so that pages stay quick to draw. */
  readonly isSmooth: boolean;
  /** The screen stays on while a run computes. */
  readonly isScreenKeptOn: boolean;
}

const STORAGE_KEY = 'microbatch-preferences';
const NO_PREFERENCES: Preferences = { isSmooth: false, isScreenKeptOn: false };
const SCHEMA = v.object({ isSmooth: v.boolean(), isScreenKeptOn: v.boolean() });

/** Reads what is kept; what is not as this page writes it counts as nothing. */
export function readPreferences(storage: TextStorage | undefined): Preferences {
  const kept = v.safeParse(SCHEMA, readKept(storage, STORAGE_KEY));
  return kept.success ? kept.output : NO_PREFERENCES;
}

export const preferencesStore = createStore<Preferences>(() => readPreferences(pageStorage()));

export function usePreferences<T>(select: (state: Preferences) => T): T {
  return useStore(preferencesStore, select);
}

/** Changes preferences, and keeps them. Where the browser refuses, they hold until the page closes. */
export function prefer(change: Partial<Preferences>, storage: TextStorage | undefined = pageStorage()): void {
  preferencesStore.setState(change);
  keep(storage, STORAGE_KEY, preferencesStore.getState());
}
