import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { MeasurementEnd, MeasurementProgress } from '../../protocol/measurement-progress.ts';
import { deviceStore, useDevice } from './device-store.ts';
import {
  adapterKey,
  type KeptMeasurement,
  type KeptMeasurements,
  readMeasurements,
  writeMeasurements,
} from './kept-measurements.ts';
import { pageStorage } from './page-storage.ts';

/** A measurement of the device as far as it is known. */
export interface MeasurementStanding {
  readonly ceilingBytes: number;
  /** What has passed so far. */
  readonly passedBytes: number;
  /** Undefined while it runs. */
  readonly end?: MeasurementEnd;
}

export interface MeasurementState {
  /** Rises with each measurement; 0 before the first. */
  readonly measureId: number;
  /** The last measurement; undefined before the first. */
  readonly standing?: MeasurementStanding;
  /** Results of this visit and earlier ones. */
  readonly kept: KeptMeasurements;
}

export const measurementStore = createStore<MeasurementState>(() => ({
  measureId: 0,
  kept: readMeasurements(pageStorage()),
}));

export function useMeasurement<T>(select: (state: MeasurementState) => T): T {
  return useStore(measurementStore, select);
}

/** What is kept of the adapter at hand, if anything. */
export function useKeptMeasurement(): KeptMeasurement | undefined {
  const key = useDevice((state) => adapterKey(state.report));
  return useMeasurement(({ kept }) => (key === undefined ? undefined : kept.get(key)));
}

/** True between the button and the end. */
export function isMeasuring({ standing }: Pick<MeasurementState, 'standing'>): boolean {
  return standing !== undefined && standing.end === undefined;
}

/** Begins a measurement in place of the last one, and returns its id. */
export function beginMeasurement(ceilingBytes: number): number {
  const measureId = measurementStore.getState().measureId + 1;
  measurementStore.setState({ measureId, standing: { ceilingBytes, passedBytes: 0 } });
  return measureId;
}

/** Takes what a measurement tells, and keeps its result; a dead one is not listened to. */
export function noteMeasurement(measureId: number, progress: MeasurementProgress, nowMs = Date.now()): void {
  const state = measurementStore.getState();
  if (state.measureId !== measureId || !state.standing || state.standing.end) return;
  measurementStore.setState({ standing: { ...state.standing, ...changeOf(progress) } });
  if (progress.type !== 'ended' || progress.end.type !== 'measured' || progress.passedBytes === 0) return;
  const key = adapterKey(deviceStore.getState().report);
  if (key === undefined) return;
  const { passedBytes, end } = progress;
  const kept = new Map(state.kept).set(key, { passedBytes, stop: end.stop.type, measuredAtMs: nowMs });
  measurementStore.setState({ kept });
  writeMeasurements(pageStorage(), kept);
}

/** The worker is gone, and with it the measurement that it made, if any. */
export function endMeasurement(end: MeasurementEnd): void {
  const { measureId, standing } = measurementStore.getState();
  noteMeasurement(measureId, { type: 'ended', end, passedBytes: standing?.passedBytes ?? 0 });
}

function changeOf(progress: MeasurementProgress): Partial<MeasurementStanding> {
  switch (progress.type) {
    case 'started':
      return { ceilingBytes: progress.ceilingBytes };
    case 'block':
      return { passedBytes: progress.passedBytes };
    case 'ended':
      return { passedBytes: progress.passedBytes, end: progress.end };
    default:
      return progress satisfies never;
  }
}
