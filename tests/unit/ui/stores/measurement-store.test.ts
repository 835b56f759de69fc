import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DeviceReport } from '../../../../src/protocol/events.ts';
import { deviceStore } from '../../../../src/ui/stores/device-store.ts';
import { adapterKey, readMeasurements, writeMeasurements } from '../../../../src/ui/stores/kept-measurements.ts';
import {
  beginMeasurement,
  endMeasurement,
  isMeasuring,
  measurementStore,
  noteMeasurement,
} from '../../../../src/ui/stores/measurement-store.ts';
import { LIMITS } from '../plan-report-fixture.ts';

const MIB = 2 ** 20;
const REPORT: Extract<DeviceReport, { status: 'available' }> = {
  ...{ status: 'available', vendor: 'acme', architecture: 'one', device: '', description: '' },
  ...{ isSoftware: false, limits: LIMITS, features: [] },
};
const KEY = adapterKey(REPORT) ?? '';
const MEASURED = { type: 'measured', stop: { type: 'ceiling' } } as const;

function storageWith(text: string | null) {
  let stored = text;
  return {
    getItem: () => stored,
    setItem: (_key: string, value: string) => {
      stored = value;
    },
  };
}

describe('measurement store', () => {
  beforeEach(() => {
    deviceStore.setState({ report: REPORT }, true);
    measurementStore.setState({ measureId: 0, kept: new Map() }, true);
  });

  test('follows a measurement from the button to its end, and keeps the result for this adapter alone', () => {
    expect(isMeasuring(measurementStore.getState())).toBe(false);
    const id = beginMeasurement(64 * MIB);
    noteMeasurement(id, { type: 'started', ceilingBytes: 64 * MIB });
    noteMeasurement(id, { type: 'block', passedBytes: 16 * MIB });
    expect(isMeasuring(measurementStore.getState())).toBe(true);
    expect(measurementStore.getState().standing).toEqual({ ceilingBytes: 64 * MIB, passedBytes: 16 * MIB });
    noteMeasurement(id, { type: 'ended', end: MEASURED, passedBytes: 64 * MIB }, 1000);
    expect(isMeasuring(measurementStore.getState())).toBe(false);
    expect([...measurementStore.getState().kept]).toEqual([
      [KEY, { passedBytes: 64 * MIB, stop: 'ceiling', measuredAtMs: 1000 }],
    ]);
    expect(adapterKey({ ...REPORT, architecture: 'two' })).not.toBe(KEY);
  });

  test('keeps nothing of a measurement that was cancelled, has failed, passed nothing, or is dead', () => {
    const dead = beginMeasurement(MIB);
    beginMeasurement(MIB);
    noteMeasurement(dead, { type: 'ended', end: MEASURED, passedBytes: MIB });
    expect(isMeasuring(measurementStore.getState())).toBe(true);
    endMeasurement({ type: 'cancelled' });
    const full = beginMeasurement(MIB);
    const refused = { type: 'out-of-memory', blockBytes: 16 * MIB, detail: '' } as const;
    noteMeasurement(full, { type: 'ended', end: { type: 'measured', stop: refused }, passedBytes: 0 });
    expect(measurementStore.getState().kept.size).toBe(0);
  });

  test('a worker that is gone ends a measurement with what had passed, and changes no other', () => {
    endMeasurement({ type: 'cancelled' });
    expect(measurementStore.getState().standing).toBeUndefined();
    const id = beginMeasurement(64 * MIB);
    noteMeasurement(id, { type: 'block', passedBytes: 48 * MIB });
    endMeasurement({ type: 'cancelled' });
    expect(measurementStore.getState().standing).toMatchObject({ passedBytes: 48 * MIB, end: { type: 'cancelled' } });
  });
});

describe('measurements kept in the browser', () => {
  const kept = new Map([[KEY, { passedBytes: 3 * MIB, stop: 'slow', measuredAtMs: 12 } as const]]);

  test('what is written is read again', () => {
    const storage = storageWith(null);
    expect(readMeasurements(storage).size).toBe(0);
    writeMeasurements(storage, kept);
    expect(readMeasurements(storage)).toEqual(kept);
  });

  test('what this page does not write is left out, and the rest is kept', () => {
    const entry = { passedBytes: 3 * MIB, stop: 'slow', measuredAtMs: 12 };
    const wrong: readonly object[] = [
      { ...entry, passedBytes: '3' },
      { ...entry, passedBytes: 0 },
      { ...entry, passedBytes: 2 ** 60 },
      { ...entry, stop: 'other' },
      { ...entry, measuredAtMs: 1e300 },
      [],
    ];
    const entries = Object.fromEntries([...wrong.entries(), [KEY, { ...entry, more: '<b>' }]]);
    expect(readMeasurements(storageWith(JSON.stringify(entries)))).toEqual(kept);
    for (const text of ['', 'no', 'null', '7', '[1]', '{"a":', '{"__proto__":{"passedBytes":1}}']) {
      expect(readMeasurements(storageWith(text)).size, text).toBe(0);
    }
  });

  test('whatever is found there, what is read is valid: 1,000 texts, half of them JSON that comes close', () => {
    const any = fc.oneof(fc.jsonValue(), fc.double(), fc.integer(), fc.constantFrom('ceiling', 'slow', null));
    const almost = fc.record({ passedBytes: any, stop: any, measuredAtMs: any }, { requiredKeys: [] });
    const json = fc.dictionary(fc.string(), fc.oneof(almost, any)).map((entries) => JSON.stringify(entries));
    fc.assert(
      fc.property(fc.oneof(fc.string(), json), (text) => {
        for (const { passedBytes, stop, measuredAtMs } of readMeasurements(storageWith(text)).values()) {
          expect(passedBytes).toBeGreaterThan(0);
          expect(['ceiling', 'out-of-memory', 'slow']).toContain(stop);
          expect(new Date(measuredAtMs).getTime()).not.toBeNaN();
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('storage that refuses everything loses nothing else', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const storage = { getItem: refuse, setItem: refuse };
    expect(readMeasurements(storage).size).toBe(0);
    expect(() => writeMeasurements(storage, kept)).not.toThrow();
    expect(readMeasurements(undefined).size).toBe(0);
  });

  test('a page without an adapter has no key', () => {
    const failure = { code: 'no-webgpu', message: '', cause: '', remedy: '' } as const;
    const report: DeviceReport = { status: 'unavailable', failure, assumedLimits: REPORT.limits };
    expect([adapterKey(report), adapterKey(undefined)]).toEqual([undefined, undefined]);
  });
});
