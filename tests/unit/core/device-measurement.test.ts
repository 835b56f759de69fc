import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BlockOutcome,
  clampCeiling,
  DEFAULT_CEILING_BYTES,
  LARGEST_BLOCK_BYTES,
  LARGEST_CEILING_BYTES,
  type MeasurementLimits,
  type MeasurementStop,
  measuredBudgetMiB,
  nextStep,
  passedBytes,
  SMALLEST_BLOCK_BYTES,
  SMALLEST_CEILING_BYTES,
  type TriedBlock,
} from '../../../src/core/device-measurement.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

const REFUSED: BlockOutcome = { type: 'out-of-memory', detail: 'no' };
const touched = (ms: number): BlockOutcome => ({ type: 'touched', ms });

/** Measures a device that answers by `answer`; throws where it is asked for more blocks than the ceiling could hold. */
function measure(limits: MeasurementLimits, answer: (blockBytes: number, beforeBytes: number) => BlockOutcome) {
  const tried: TriedBlock[] = [];
  const most = 6 + limits.ceilingBytes / Math.min(SMALLEST_BLOCK_BYTES, limits.maxBlockBytes);
  for (;;) {
    const step = nextStep(tried, limits);
    if (step.type === 'stop') return { tried, stop: step.stop };
    if (tried.length > most) throw new Error('The measurement does not end.');
    const beforeBytes = tried.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    tried.push({ sizeBytes: step.blockBytes, outcome: answer(step.blockBytes, beforeBytes) });
  }
}

const roomy = (ceilingBytes: number): MeasurementLimits => ({ ceilingBytes, maxBlockBytes: 4 * GIB });
const anyLimits = fc.record({
  ceilingBytes: fc.integer({ min: SMALLEST_CEILING_BYTES, max: LARGEST_CEILING_BYTES }),
  maxBlockBytes: fc.integer({ min: 128 * MIB, max: 4 * GIB }),
});

describe('measuring a device: the next block and the end', () => {
  test('blocks double from 16 MiB to 256 MiB, and the last one is what is left of the ceiling', () => {
    const { tried, stop } = measure(roomy(1000 * MIB), () => touched(1));
    // 16 + 32 + 64 + 128 + 256 + 256 = 752
    expect(tried.map(({ sizeBytes }) => sizeBytes / MIB)).toEqual([16, 32, 64, 128, 256, 256, 248]);
    expect(stop).toEqual({ type: 'ceiling' });
    expect(passedBytes(tried)).toBe(1000 * MIB);
  });

  test('a device that gives everything is measured to the ceiling, never above, in steps no larger than a block', () => {
    fc.assert(
      fc.property(anyLimits, (limits) => {
        const { tried, stop } = measure(limits, () => touched(1));
        expect(stop).toEqual({ type: 'ceiling' });
        expect(passedBytes(tried)).toBeLessThanOrEqual(limits.ceilingBytes);
        // A block is whole words of four bytes.
        expect(passedBytes(tried)).toBeGreaterThan(limits.ceilingBytes - 4);
        for (const { sizeBytes } of tried) {
          expect(sizeBytes).toBeLessThanOrEqual(Math.min(LARGEST_BLOCK_BYTES, limits.maxBlockBytes));
          expect(sizeBytes % 4).toBe(0);
        }
      }),
    );
  });

  test('a device with so many bytes is measured to one block, and not asked again after it refused', () => {
    fc.assert(
      fc.property(anyLimits, fc.integer({ min: 0, max: LARGEST_CEILING_BYTES }), (limits, hasBytes) => {
        const { tried, stop } = measure(limits, (block, before) => (before + block > hasBytes ? REFUSED : touched(1)));
        const found = passedBytes(tried);
        expect(found).toBeLessThanOrEqual(hasBytes);
        expect(tried.filter(({ outcome }) => outcome === REFUSED)).toHaveLength(stop.type === 'ceiling' ? 0 : 1);
        if (stop.type === 'out-of-memory') expect(found + stop.blockBytes).toBeGreaterThan(hasBytes);
        else expect(hasBytes).toBeGreaterThan(limits.ceilingBytes - 4);
      }),
    );
  });

  test('whatever the times, a block that was slow is the last, and is not in the result', () => {
    const someTimes = fc.infiniteStream(fc.oneof(fc.double({ min: 0, max: 5, noNaN: true }), fc.nat(10_000)));
    fc.assert(
      fc.property(someTimes, (times) => {
        const next = () => touched(times.next().value ?? 0);
        const { tried, stop } = measure(roomy(8 * GIB), next);
        const sum = tried.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);
        expect(passedBytes(tried)).toBe(stop.type === 'slow' ? sum - stop.blockBytes : 8 * GIB);
      }),
    );
  });
});

describe('measuring a device: slow blocks', () => {
  /** Four blocks that grow, and fifteen of 256 MiB. One of 256 MiB takes `usualMs`, smaller ones in proportion; beyond `fastBytes` it takes `slowMs`. */
  const spilling = (usualMs: number, slowMs: number, fastBytes: number): MeasurementStop =>
    measure(roomy((240 + 15 * 256) * MIB), (block, before) =>
      touched(before + block > fastBytes ? slowMs : (usualMs * block) / LARGEST_BLOCK_BYTES),
    ).stop;

  test('eight times the time of those before and 200 ms more is slow', () => {
    expect(spilling(50, 401, 2 * GIB)).toEqual({ type: 'slow', blockBytes: 256 * MIB, ms: 401, usualMs: 50 });
    expect(spilling(50, 399, 2 * GIB)).toEqual({ type: 'ceiling' });
  });

  test('many times the time of a block that takes next to nothing is not', () => {
    expect(spilling(1, 200, 2 * GIB)).toEqual({ type: 'ceiling' });
    expect(spilling(1, 202, 2 * GIB)).toMatchObject({ type: 'slow', ms: 202 });
  });

  test('the first three blocks cannot be: they carry the start of the driver', () => {
    const times = [9000, 5000, 2000];
    const { stop } = measure(roomy(GIB), () => touched(times.shift() ?? 30));
    expect(stop).toEqual({ type: 'ceiling' });
  });
});

describe('ceilings and budgets', () => {
  test('a ceiling is kept between 16 MiB and 64 GiB', () => {
    expect(clampCeiling(1)).toBe(SMALLEST_CEILING_BYTES);
    expect(clampCeiling(2 ** 50)).toBe(LARGEST_CEILING_BYTES);
    expect(clampCeiling(5.5 * GIB + 0.5)).toBe(5.5 * GIB);
    expect(clampCeiling(Number.NaN)).toBe(DEFAULT_CEILING_BYTES);
  });

  test('a budget is 80 % of what passed, rounded down to whole MiB', () => {
    // 0.8 × 64 MiB = 51.2 MiB; 0.8 × 4 GiB = 3,276.8 MiB
    expect([64 * MIB, 4 * GIB, 0].map(measuredBudgetMiB)).toEqual([51, 3276, 1]);
  });
});
