import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

interface HoverState {
  /** Update under the pointer on any chart over updates. */
  readonly update?: number;
}

const hoverStore = createStore<HoverState>(() => ({}));

/** Called by the chart under the pointer; undefined when the pointer leaves it. */
export function setHoveredUpdate(update: number | undefined): void {
  if (hoverStore.getState().update === update) return;
  hoverStore.setState(update === undefined ? {} : { update }, true);
}

/** The update under the pointer, shared by all charts over updates, so that their legends read the same moment. */
export function useHoveredUpdate(): number | undefined {
  return useStore(hoverStore, (state) => state.update);
}
