import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ScreenLockState } from '../screen-wake-lock.ts';

/** What came of keeping the screen on. */
export const screenLockStore = createStore<{ readonly state: ScreenLockState }>(() => ({ state: 'idle' }));

export function useScreenLock(): ScreenLockState {
  return useStore(screenLockStore, ({ state }) => state);
}
