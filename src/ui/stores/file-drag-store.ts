import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export interface FileDragState {
  /** True while files are held over the page. */
  readonly isDragging: boolean;
}

export const fileDragStore = createStore<FileDragState>(() => ({ isDragging: false }));

export function useFileDrag<T>(select: (state: FileDragState) => T): T {
  return useStore(fileDragStore, select);
}
