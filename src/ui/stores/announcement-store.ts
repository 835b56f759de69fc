import { createStore } from 'zustand/vanilla';

export interface AnnouncementState {
  readonly text: string;
}

/** What is said next to people who cannot see the page. */
export const announcementStore = createStore<AnnouncementState>(() => ({ text: '' }));

/** Says it, also where it is what was said last: assistive technology reads changes, and an invisible space is one. */
export function announce(text: string): void {
  announcementStore.setState((last) => ({ text: last.text === text ? `${text}\u00a0` : text }));
}
