import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export const TAB_IDS = ['search', 'events', 'weather', 'device', 'data'] as const;
export type TabId = (typeof TAB_IDS)[number];

export interface TabState {
  readonly tab: TabId;
  /** Rises each time a part of the page elsewhere asks to see the tab. */
  readonly calls: number;
}

/** Which of the tabs below the charts is shown. */
export const tabStore = createStore<TabState>(() => ({ tab: 'search', calls: 0 }));

export function useTab<T>(select: (state: TabState) => T): T {
  return useStore(tabStore, select);
}

/** Shows a tab and brings it into view. */
export function callTab(tab: TabId): void {
  tabStore.setState((state) => ({ tab, calls: state.calls + 1 }));
}
