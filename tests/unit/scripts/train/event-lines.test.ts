import { describe, expect, it } from 'vitest';
import type { RunTotals, UpdateEvent } from '../../../../scripts/train/command-event.ts';
import { eventLine, UPDATE_HEADING } from '../../../../scripts/train/event-lines.ts';

const UPDATE: UpdateEvent = {
  event: 'update',
  update: 7,
  loss: 1.52204,
  accuracy: 0.6234,
  slices: 3,
  microBatch: 171,
  allocatedBytes: 5_999_616,
  peakBytes: 5_999_616,
  gradientNorm: 1.54119,
  stepMs: 812.34,
  encodeMs: 1.337,
  examplesPerSecond: 630.3,
  batch: 512,
  learningRate: 1e-3,
  skipped: false,
};

const TOTALS: RunTotals = {
  updates: 20,
  examples: 10_240,
  skippedUpdates: 0,
  totalMs: 16_240,
  examplesPerSecond: 632.4,
  loss: 0.7,
  accuracy: 0.75,
  testLoss: 0.61,
  testAccuracy: 0.782,
  microBatch: 171,
  slices: 3,
  allocatedBytes: 5_999_616,
  peakBytes: 5_999_616,
  parameterCount: 235_146,
  adapter: 'google swiftshader (software)',
};

describe('eventLine', () => {
  it('puts the numbers of an update under their headings', () => {
    expect([UPDATE_HEADING, eventLine(UPDATE)]).toEqual([
      'update      loss  accuracy  slices  micro-batch  allocated    planned  grad norm   step ms  encode ms  examples/s',
      '     7    1.5220    62.3 %       3          171   5.72 MiB   5.72 MiB      1.541     812.3       1.34         630',
    ]);
  });

  it('says when an update was skipped', () => {
    const line = eventLine({ ...UPDATE, loss: Number.NaN, gradientNorm: Number.POSITIVE_INFINITY, skipped: true });
    expect(line).toMatch(/^ +7 +NaN .* Infinity .* skipped: not finite$/);
  });

  it('sums up a run', () => {
    expect(eventLine({ event: 'done', ...TOTALS })).toBe(
      'Done: 20 updates on 10,240 examples in 16.2 s (632 examples/s while training). Test loss 0.6100, test accuracy 78.2 %.',
    );
  });

  it('says nothing about a test that was not made, and counts skipped updates', () => {
    const stopped = { ...TOTALS, testLoss: null, testAccuracy: null, examplesPerSecond: null, skippedUpdates: 2 };
    expect(eventLine({ event: 'stopped', ...stopped })).toBe(
      'Stopped: 20 updates on 10,240 examples in 16.2 s. Updates skipped because they were not finite: 2.',
    );
  });

  it('gives a failure with its cause and its remedy', () => {
    const failure = { code: 'does-not-fit', message: 'Too small.', cause: 'Because.', remedy: 'Raise it.' } as const;
    expect(eventLine({ event: 'failure', ...failure, updates: 0 })).toBe(
      'Failed (does-not-fit): Too small.\n  Because.\n  Raise it.',
    );
  });
});
