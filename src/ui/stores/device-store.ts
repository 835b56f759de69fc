import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { DeviceReport } from '../../protocol/events.ts';

export interface DeviceState {
  /** Undefined until the worker has looked for an adapter. */
  readonly report?: DeviceReport;
}

export const deviceStore = createStore<DeviceState>(() => ({}));

export function useDevice<T>(select: (state: DeviceState) => T): T {
  return useStore(deviceStore, select);
}
