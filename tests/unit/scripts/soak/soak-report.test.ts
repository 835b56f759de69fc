import { describe, expect, test } from 'vitest';
import { type SoakFigures, type SoakSample, soakChecks, soakText } from '../../../../scripts/soak/soak-report.ts';

const SAMPLE: SoakSample = {
  update: 0,
  liveBuffers: 39,
  liveBytes: 3_950_196,
  objectBytes: 2_300_000,
  codeBytes: 3_000_000,
  arrayBytes: 9,
};

function samples(of: (quarter: number) => Partial<SoakSample>): SoakSample[] {
  return Array.from({ length: 40 }, (_, i) => ({ ...SAMPLE, update: 50 * i, ...of(1 + Math.floor(i / 10)) }));
}

const FIGURES: SoakFigures = {
  ...{ updates: 2000, examples: 64_000, totalMs: 120_000, adaptations: 70, refusals: 50, losses: 5, plannedLosses: 5 },
  planned: { updates: 2000, examples: 64_000, bytes: SAMPLE.liveBytes, buffers: 39, mostBuffers: 40 },
  samples: samples(() => ({})),
  atRest: { ...SAMPLE, update: 1999 },
  atEnd: { liveBuffers: 0, liveBytes: 0 },
};

const broken = (changes: Partial<SoakFigures>) =>
  soakChecks({ ...FIGURES, ...changes }).flatMap(({ name, holds }) => (holds ? [] : [name]));

describe('soak checks', () => {
  test('hold where everything is as planned', () => {
    expect(broken({})).toEqual([]);
  });

  test('each sees its own defect', () => {
    expect(broken({ updates: 2001 })).toEqual(['updates']);
    expect(broken({ examples: 63_968 })).toEqual(['examples']);
    expect(broken({ losses: 4 })).toEqual(['lost devices']);
    expect(broken({ atRest: { ...SAMPLE, liveBytes: SAMPLE.liveBytes + 4 } })).toEqual([
      'bytes on the device, at rest',
    ]);
    expect(broken({ atRest: { ...SAMPLE, liveBuffers: 40 } })).toEqual(['buffers on the device, at rest']);
    expect(broken({ atEnd: { liveBuffers: 1, liveBytes: 4 } })).toEqual(['buffers on the device, at the end']);
  });

  test('what was not seen does not hold', () => {
    expect(broken({ atRest: undefined })).toEqual(['bytes on the device, at rest', 'buffers on the device, at rest']);
    const planned = { ...FIGURES.planned, buffers: undefined };
    expect(broken({ planned, atRest: undefined })).toContain('buffers on the device, at rest');
    expect(broken({ samples: [] })).toHaveLength(2);
  });

  test('growth is what the last quarter has more than the second, beyond noise on the heap', () => {
    const leak = (bytes: number) => samples((quarter) => ({ objectBytes: 2_300_000 + (quarter > 2 ? bytes : 0) }));
    expect(broken({ samples: leak(60_000) })).toEqual([]);
    expect(broken({ samples: leak(70_000) })).toEqual(['most objects on the JavaScript heap in the last quarter']);
    // What the first quarter fills, e.g. caches, is no growth.
    expect(broken({ samples: samples((quarter) => ({ objectBytes: quarter === 1 ? 1 : 2_300_000 })) })).toEqual([]);
    // A device lost in the last quarter has taken the caches with it.
    expect(broken({ samples: samples((quarter) => ({ objectBytes: quarter === 4 ? 1 : 2_300_000 })) })).toEqual([]);
  });

  test('one buffer more than any plan has is for reading back, two are a leak', () => {
    const once = (liveBuffers: number) => FIGURES.samples.with(17, { ...SAMPLE, liveBuffers });
    expect(broken({ samples: once(41) })).toEqual([]);
    expect(broken({ samples: once(42) })).toEqual(['most buffers on the device at any time']);
  });

  test('are told one a line', () => {
    const figures = { ...FIGURES, losses: 4 };
    const lines = soakText(figures, soakChecks(figures)).split('\n');
    expect(lines[0]).toBe('2,000 updates in 120 s; 70 adaptations, 50 refusals, 4 lost devices.');
    expect(lines).toContain('  holds  examples: 64,000, expected 64,000');
    expect(lines).toContain('  FAILS  lost devices: 4, expected 5');
  });
});
