import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { DeviceReport } from '../../protocol/events.ts';
import { deviceStore } from './device-store.ts';
import { adapterKey } from './kept-measurements.ts';
import { measurementStore } from './measurement-store.ts';
import { planStore } from './plan-store.ts';

/** Above these, a run that nobody has measured the device for is asked about first. A software adapter takes main memory. */
const UNASKED_BYTES = { software: 2 * 2 ** 30, hardware: 8 * 2 ** 30 } as const;

/** A start that waits for a person's yes. */
export interface LargeStart {
  readonly peakBytes: number;
  readonly isSoftware: boolean;
  readonly begin: () => void;
}

export interface LargeStartState {
  readonly waiting?: LargeStart;
}

export const largeStartStore = createStore<LargeStartState>(() => ({}));

export function useLargeStart<T>(select: (state: LargeStartState) => T): T {
  return useStore(largeStartStore, select);
}

/** Whether so many bytes are more than this device is known, or can be expected, to give. */
export function isLarge(
  peakBytes: number,
  device: DeviceReport | undefined,
  measuredBytes: number | undefined,
): boolean {
  if (device?.status !== 'available') return false;
  return peakBytes > (measuredBytes ?? UNASKED_BYTES[device.isSoftware ? 'software' : 'hardware']);
}

/** Begins a run, or asks first where its plan is large for the device. */
export function beginOrAsk(begin: () => void): void {
  const { report: device } = deviceStore.getState();
  const { report } = planStore.getState();
  const key = adapterKey(device);
  const measured = key === undefined ? undefined : measurementStore.getState().kept.get(key);
  if (!report || device?.status !== 'available' || !isLarge(report.peakBytes, device, measured?.passedBytes)) {
    begin();
    return;
  }
  const { peakBytes } = report;
  largeStartStore.setState({ waiting: { peakBytes, isSoftware: device.isSoftware, begin } }, true);
}

/** Ends the question; `answer` true begins the run. */
export function answerLargeStart(answer: boolean): void {
  const { waiting } = largeStartStore.getState();
  largeStartStore.setState({}, true);
  if (answer) waiting?.begin();
}
