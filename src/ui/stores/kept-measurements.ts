import * as v from 'valibot';
import { LARGEST_CEILING_BYTES, type MeasurementStop } from '../../core/device-measurement.ts';
import type { DeviceReport } from '../../protocol/events.ts';
import { keep, readKept, type TextStorage } from './page-storage.ts';

/** What a measurement of an adapter came to. */
export interface KeptMeasurement {
  /** All blocks that passed. */
  readonly passedBytes: number;
  readonly stop: MeasurementStop['type'];
  /** In milliseconds since 1970. */
  readonly measuredAtMs: number;
}

/** The last measurement of each adapter, by `adapterKey`. */
export type KeptMeasurements = ReadonlyMap<string, KeptMeasurement>;

const STORAGE_KEY = 'microbatch-measured-devices';

const ENTRIES = v.record(v.string(), v.unknown());
const MEASUREMENT = v.object({
  passedBytes: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(LARGEST_CEILING_BYTES)),
  stop: v.picklist(['ceiling', 'out-of-memory', 'slow']),
  // The last day that a Date can hold.
  measuredAtMs: v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)),
});

/** Names an adapter by all that the browser tells of it; undefined where there is none. */
export function adapterKey(report: DeviceReport | undefined): string | undefined {
  if (report?.status !== 'available') return undefined;
  const { vendor, architecture, device, description, isSoftware } = report;
  return JSON.stringify([vendor, architecture, device, description, isSoftware]);
}

/** Reads what is kept. Anything that is not as this page writes it is left out. */
export function readMeasurements(storage: TextStorage | undefined): KeptMeasurements {
  const kept = new Map<string, KeptMeasurement>();
  const entries = v.safeParse(ENTRIES, readKept(storage, STORAGE_KEY));
  if (!entries.success) return kept;
  for (const [key, value] of Object.entries(entries.output)) {
    const measurement = v.safeParse(MEASUREMENT, value);
    if (measurement.success) kept.set(key, measurement.output);
  }
  return kept;
}

/** Writes all of them. Where the browser refuses, they hold until the page closes. */
export function writeMeasurements(storage: TextStorage | undefined, kept: KeptMeasurements): void {
  keep(storage, STORAGE_KEY, Object.fromEntries(kept));
}
