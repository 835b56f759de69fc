import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MetricsBatcher, type UpdateRow } from '../../../../src/engine/training/metrics-batcher.ts';
import type { MetricsPacket } from '../../../../src/protocol/metrics-packet.ts';

const row = (update: number): UpdateRow => ({
  update,
  loss: update / 10,
  accuracy: 0.5,
  gradientNorm: 1,
  learningRate: 1e-3,
  batch: 32,
  slices: 4,
  microBatch: 8,
  allocatedBytes: 1000,
  stepMs: 10,
  encodeMs: 1,
  examplesPerSecond: 3200,
  skipped: 0,
});

let sent: { readonly atMs: number; readonly packet: MetricsPacket }[];
let batcher: MetricsBatcher;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  sent = [];
  batcher = new MetricsBatcher(
    (packet) => sent.push({ atMs: Date.now(), packet }),
    () => Date.now(),
  );
});
afterEach(() => vi.useRealTimers());

const updatesSent = () => sent.flatMap(({ packet }) => [...packet.updates.update]);

describe('metrics batcher', () => {
  test('sends at most ten packets a second, every row once and in order', async () => {
    for (let update = 1; update <= 1000; update += 1) {
      batcher.addUpdate(row(update));
      await vi.advanceTimersByTimeAsync(3);
    }
    batcher.flush();
    expect(updatesSent()).toEqual(Array.from({ length: 1000 }, (_, i) => i + 1));
    // 3 s: one at once, thirty after it, and the last flush.
    expect(sent.length).toBeLessThanOrEqual(32);
    const gaps = sent.slice(1, -1).map(({ atMs }, i) => atMs - (sent[i]?.atMs ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
  });

  test('a row after a quiet time goes at once; the one after it waits, but arrives without another', async () => {
    batcher.addUpdate(row(1));
    expect(updatesSent()).toEqual([1]);
    batcher.addUpdate(row(2));
    expect(updatesSent()).toEqual([1]);
    await vi.advanceTimersByTimeAsync(100);
    expect(updatesSent()).toEqual([1, 2]);
  });

  test('flush sends at once and leaves no timer; without rows it sends nothing', () => {
    batcher.addUpdate(row(1));
    batcher.addUpdate(row(2));
    batcher.flush();
    expect(updatesSent()).toEqual([1, 2]);
    batcher.flush();
    expect(sent).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('columns hold the rows, updates and evaluations apart', () => {
    batcher.addEvaluation({ update: 20, testLoss: 0.4, testAccuracy: 0.8, evaluationMs: 30 });
    batcher.addUpdate(row(20));
    batcher.addUpdate({ ...row(21), skipped: 1, loss: Number.NaN });
    batcher.flush();
    const [first, second] = sent.map(({ packet }) => packet);
    expect(first?.evaluations).toEqual({
      update: Float64Array.of(20),
      testLoss: Float64Array.of(0.4),
      testAccuracy: Float64Array.of(0.8),
      evaluationMs: Float64Array.of(30),
    });
    expect(first?.updates.update).toHaveLength(0);
    expect(second?.updates.loss).toEqual(Float64Array.of(2, Number.NaN));
    expect(second?.updates.skipped).toEqual(Float64Array.of(0, 1));
  });
});
