import { describe, expect, it } from 'vitest';
import { BYTE_KINDS } from '../../../../src/core/program/byte-kind.ts';
import { backwardStart, sliceRows, steadyKinds, totalAt } from '../../../../src/ui/charts/slice-rows.ts';
import { kernelName, peakWords } from '../../../../src/ui/charts/slice-words.ts';
import { english } from '../../../../src/ui/strings/en/english.ts';
import { sliceTimeline } from '../plan-report-fixture.ts';

describe('slice rows', () => {
  it('has a row for each command of a short slice, and one that closes the last', () => {
    const timeline = sliceTimeline(43, 20);
    const rows = sliceRows(timeline);
    expect(rows.map((row) => row.x)).toEqual(Array.from({ length: 44 }, (_, index) => index));
    expect(rows[43]).toEqual({ ...rows[42], x: 43 });
  });

  it('keeps peak, boundary and end of a slice of thousands of commands in at most 300 rows', () => {
    const timeline = sliceTimeline(8025, 3000);
    const rows = sliceRows(timeline);
    expect(rows.length).toBeLessThanOrEqual(300);
    const positions = rows.map((row) => row.x);
    expect(positions).toEqual(expect.arrayContaining([timeline.peakCommand, backwardStart(timeline), 8024, 8025]));
    const highest = Math.max(...rows.map((row) => BYTE_KINDS.reduce((sum, kind) => sum + row[kind], 0)));
    expect(highest).toBe(totalAt(timeline, timeline.peakCommand));
  });

  it('finds where the backward pass begins, the end where there is none', () => {
    expect(backwardStart(sliceTimeline(10, 4))).toBe(4);
    expect(backwardStart(sliceTimeline(10, 10))).toBe(10);
  });

  it('tells the kinds that stay the same through the slice from those that rise and fall', () => {
    const timeline = sliceTimeline(43, 20);
    expect(steadyKinds(timeline)).toEqual(BYTE_KINDS.filter((kind) => kind !== 'activations'));
    expect(totalAt(timeline, 0, steadyKinds(timeline))).toBe(30);
  });

  it('draws nothing for a slice without commands', () => {
    expect(sliceRows(sliceTimeline(0, 0))).toEqual([]);
  });
});

describe('slice words', () => {
  it('names the peak: bytes, kernel, place and pass', () => {
    // Activations reach 10 + 20 bytes at command 20, counted from 0; the six other kinds hold 5 bytes each.
    expect(peakWords(sliceTimeline(43, 20), english)).toEqual({
      bytes: '60\u00a0B',
      kernel: 'Kernel20',
      number: '21',
      total: '43',
      phase: 'backward',
    });
  });

  it('drops the ending that every kernel has', () => {
    expect(kernelName('MatMulPackedProgram')).toBe('MatMulPacked');
    expect(kernelName(undefined)).toBe('');
  });
});
