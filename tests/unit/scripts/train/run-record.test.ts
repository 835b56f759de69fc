import { describe, expect, it } from 'vitest';
import { adapterName, RunRecord } from '../../../../scripts/train/run-record.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import type { DeviceReport, Event } from '../../../../src/protocol/events.ts';
import { FITTING_PLAN } from '../plan/plan-report-fixtures.ts';

const column = (...values: number[]) => Float64Array.from(values);

const DEVICE: DeviceReport = {
  status: 'available',
  vendor: 'google',
  architecture: 'swiftshader',
  device: '',
  description: '',
  isSoftware: true,
  limits: DEFAULT_LIMITS,
  features: [],
};

const READY: Event = {
  type: 'ready',
  runId: 1,
  report: FITTING_PLAN,
  summary: { parameterCount: 235_146, totalUpdates: 2, updatesPerEpoch: 24, trainExamples: 12_000, testExamples: 2000 },
  allocatedBytes: FITTING_PLAN.peakBytes,
};

/** Updates 1 and 2, the second skipped, with an evaluation after the first. */
const METRICS = {
  type: 'metrics',
  runId: 1,
  packet: {
    updates: {
      update: column(1, 2),
      loss: column(2.3, Number.NaN),
      accuracy: column(0.1, 0.2),
      gradientNorm: column(0.5, Number.POSITIVE_INFINITY),
      learningRate: column(1e-3, 1e-3),
      batch: column(512, 224),
      slices: column(3, 2),
      microBatch: column(171, 112),
      allocatedBytes: column(6_000_000, 6_000_000),
      stepMs: column(800, 400),
      encodeMs: column(2, 1),
      examplesPerSecond: column(640, 560),
      skipped: column(0, 1),
    },
    evaluations: {
      update: column(1),
      testLoss: column(1.5),
      testAccuracy: column(0.66),
      evaluationMs: column(90),
    },
  },
} as const satisfies Event;

describe('RunRecord', () => {
  it('makes one line an update, each evaluation after the update it was made after', () => {
    const record = new RunRecord(() => 0);
    record.add(READY);
    const lines = record.add(METRICS);
    expect(lines.map(({ event, update }) => [event, update])).toEqual([
      ['update', 1],
      ['evaluation', 1],
      ['update', 2],
    ]);
    expect(lines[0]).toEqual({
      event: 'update',
      update: 1,
      loss: 2.3,
      accuracy: 0.1,
      slices: 3,
      microBatch: 171,
      allocatedBytes: 6_000_000,
      peakBytes: FITTING_PLAN.peakBytes,
      gradientNorm: 0.5,
      stepMs: 800,
      encodeMs: 2,
      examplesPerSecond: 640,
      batch: 512,
      learningRate: 1e-3,
      skipped: false,
    });
    expect(lines[2]).toMatchObject({ skipped: true });
  });

  it('adds up what the run comes to', () => {
    let nowMs = 50;
    const record = new RunRecord(() => nowMs);
    record.add({ type: 'device', report: DEVICE });
    nowMs = 100;
    record.add(READY);
    record.add(METRICS);
    nowMs = 1600;
    expect(record.totals).toMatchObject({
      updates: 2,
      examples: 512 + 224,
      skippedUpdates: 1,
      totalMs: 1500,
      testLoss: 1.5,
      testAccuracy: 0.66,
      microBatch: 112,
      peakBytes: FITTING_PLAN.peakBytes,
      parameterCount: 235_146,
      adapter: 'google swiftshader (software)',
    });
  });

  it('counts an update once that is made again after a loss', () => {
    const record = new RunRecord(() => 0);
    record.add(METRICS);
    const table = { columns: new Map(), stride: 1 };
    const history = { updates: { ...table, rowsAppended: 1 }, evaluations: { ...table, rowsAppended: 0 } };
    record.add({ type: 'history', runId: 1, history });
    expect(record.totals).toMatchObject({ examples: 512, skippedUpdates: 0 });
    const { updates, evaluations } = METRICS.packet;
    const second = Object.fromEntries(Object.entries(updates).map(([name, values]) => [name, values.slice(1)]));
    const again = { ...updates, ...second, skipped: column(0) };
    record.add({ ...METRICS, packet: { updates: again, evaluations } });
    expect(record.totals).toMatchObject({ updates: 2, examples: 512 + 224, skippedUpdates: 0 });
  });

  it('gives an adaptation a line of its own, and the updates after it the new plan', () => {
    const record = new RunRecord(() => 0);
    record.add(READY);
    const figures = { microBatch: 171, peakBytes: 6_000_000, budgetBytes: 7_000_000 };
    const adaptation = {
      ...({ cause: 'budget', change: 'shrink', update: 3, slice: 2 } as const),
      ...{ before: figures, after: { ...figures, microBatch: 64, peakBytes: 5_000_000 } },
    };
    const report = { ...FITTING_PLAN, peakBytes: 5_000_000 };
    const lines = record.add({ type: 'adapted', runId: 1, adaptation, report, allocatedBytes: 5_000_000 });
    expect(lines).toEqual([{ event: 'adapted', ...adaptation, allocatedBytes: 5_000_000 }]);
    expect(record.add(METRICS)[0]).toMatchObject({ peakBytes: 5_000_000 });
  });

  it('takes the rate of updates that overlap from their rates, not from how long each was under way', () => {
    const record = new RunRecord(() => 0);
    const { updates, evaluations } = METRICS.packet;
    // 512 examples come back every 400 ms, each 800 ms after they set out.
    const row = { ...updates, batch: column(512), stepMs: column(800), examplesPerSecond: column(1280) };
    for (let update = 1; update <= 5; update += 1) {
      record.add({ ...METRICS, packet: { updates: { ...row, update: column(update) }, evaluations } });
    }
    expect(record.totals.examplesPerSecond).toBe(1280);
  });

  it('takes the mean rate of all updates where the run ends within the warm-up', () => {
    const record = new RunRecord(() => 0);
    record.add(METRICS);
    // (640 + 560) / 2
    expect(record.totals.examplesPerSecond).toBe(600);
  });

  it('leaves the warm-up out of the rate as soon as there is an update after it', () => {
    const record = new RunRecord(() => 0);
    const { updates, evaluations } = METRICS.packet;
    for (const rate of [1, 2, 3, 900]) {
      const row = { ...updates, update: column(1), examplesPerSecond: column(rate) };
      record.add({ ...METRICS, packet: { updates: row, evaluations } });
    }
    expect(record.totals.examplesPerSecond).toBe(900);
  });

  it('invents nothing for a run that never came to an update', () => {
    const { updates, examples, skippedUpdates, totalMs, ...rest } = new RunRecord(() => 0).totals;
    expect([updates, examples, skippedUpdates, totalMs]).toEqual([0, 0, 0, 0]);
    for (const value of Object.values(rest)) expect(value).toBeNull();
  });
});

describe('adapterName', () => {
  it('says whether an adapter computes on the CPU', () => {
    const gpu = { ...DEVICE, vendor: 'nvidia', architecture: 'ada', description: 'GeForce', isSoftware: false };
    expect(adapterName(gpu)).toBe('nvidia ada GeForce (hardware)');
    expect(adapterName({ ...DEVICE, vendor: '', architecture: '' })).toBe('unnamed adapter (software)');
  });
});
