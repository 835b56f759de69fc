import { describe, expect, it } from 'vitest';
import { progressNote } from '../../../../scripts/train/progress-note.ts';
import type { Event, LogEntry } from '../../../../src/protocol/events.ts';
import { FITTING_PLAN } from '../plan/plan-report-fixtures.ts';

const ready = (batchSize: number): Event => ({
  type: 'ready',
  runId: 1,
  report: { ...FITTING_PLAN, batch: 12_000, config: { ...FITTING_PLAN.config, batchSize } },
  summary: { parameterCount: 235_146, totalUpdates: 2, updatesPerEpoch: 1, trainExamples: 12_000, testExamples: 2000 },
  allocatedBytes: FITTING_PLAN.peakBytes,
});

const log = (level: LogEntry['level']): Event => ({
  type: 'log',
  runId: 1,
  entry: { atMs: 1, update: 0, level, text: 'Text.' },
});

describe('progressNote', () => {
  it('says when a run takes fewer examples than asked, and nothing where it takes them all', () => {
    expect(progressNote(ready(16_384))).toMatch(/^Batch: 16,384 asked; the data set has 12,000 examples/);
    expect(progressNote(ready(12_000))).toBeUndefined();
  });

  it('passes on what the run logs, but its errors, which come as failures', () => {
    expect(progressNote(log('info'))).toBe('Text.');
    expect(progressNote(log('warning'))).toBe('Warning: Text.');
    expect(progressNote(log('error'))).toBeUndefined();
  });
});
