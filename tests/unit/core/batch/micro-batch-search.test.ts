import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balancedSlices, sliceSizes } from '../../../../src/core/batch/balanced-slices.ts';
import {
  type CapacityQuestion,
  type CapacitySearch,
  type SizeProbe,
  searchCapacity,
} from '../../../../src/core/batch/micro-batch-search.ts';
import type { SizeVerdict } from '../../../../src/core/program/plan-report.ts';

const MIB = 1024 ** 2;

/** Searches with a clock that stands still, and checks what holds for every search. */
function search(question: Omit<CapacityQuestion, 'now'>): CapacitySearch {
  const result = searchCapacity({ now: () => 0, ...question });
  const sizes = result.considered.map(({ microBatch }) => microBatch);
  expect(new Set(sizes).size, 'no size is probed twice').toBe(sizes.length);
  expect(Math.max(...sizes), 'nothing above the upper bound is probed').toBeLessThanOrEqual(question.upperBound);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(1);
  return result;
}

function verdictOf(result: CapacitySearch, microBatch: number): SizeVerdict['type'] | 'not considered' {
  return result.considered.find((size) => size.microBatch === microBatch)?.verdict.type ?? 'not considered';
}

function budgetProbe(budgetBytes: number, peakBytesOf: (microBatch: number) => number): (size: number) => SizeProbe {
  return (microBatch) => {
    const peakBytes = peakBytesOf(microBatch);
    const overBytes = peakBytes - budgetBytes;
    return { peakBytes, verdict: overBytes > 0 ? { type: 'over-budget', overBytes } : { type: 'fits' } };
  };
}

/** A probe without bytes: the search learns yes or no, nothing else. */
function blindProbe(fits: (microBatch: number) => boolean): (size: number) => SizeProbe {
  return (microBatch) => ({ peakBytes: 0, verdict: { type: fits(microBatch) ? 'fits' : 'out-of-memory' } });
}

const probeBound = (upperBound: number) => 2 * Math.log2(upperBound) + 4;

describe('searchCapacity on the faults of other tools', () => {
  it('131 examples of 1,024,000 bytes pass a binding limit of 134,217,728 bytes, 132 are refused by name', () => {
    const allowed = 134_217_728;
    const probe = (microBatch: number): SizeProbe => {
      const asked = microBatch * 1_024_000;
      return asked > allowed
        ? { peakBytes: 0, verdict: { type: 'over-limit', limit: 'maxStorageBufferBindingSize', asked, allowed } }
        : { peakBytes: 3 * asked, verdict: { type: 'fits' } };
    };
    const result = search({ upperBound: 512, budgetBytes: 24 * 1024 * MIB, probe });
    expect(result.capacity).toBe(131);
    expect(verdictOf(result, 131)).toBe('fits');
    expect(result.considered.find(({ microBatch }) => microBatch === 132)?.verdict).toEqual({
      type: 'over-limit',
      limit: 'maxStorageBufferBindingSize',
      asked: 135_168_000,
      allowed: 134_217_728,
    });
    // 512, 1, 131 by the ratio of the limit, 132
    expect(result.considered).toHaveLength(4);
  });

  it('a capacity of 5,000 under an upper bound of 8,192 is 5,000, a size that ran', () => {
    const result = search({ upperBound: 8192, budgetBytes: 5000, probe: budgetProbe(5000, (size) => size) });
    expect(result.capacity).toBe(5000);
    expect(verdictOf(result, 5000)).toBe('fits');
    expect(verdictOf(result, 5001)).toBe('over-budget');
  });

  it('never leaves the data set where a line through small sizes would predict 253,731', () => {
    const budgetBytes = 1000 + 253_731 * 100;
    const result = search({
      upperBound: 60_000,
      budgetBytes,
      probe: budgetProbe(budgetBytes, (size) => 1000 + 100 * size),
    });
    expect(result.capacity).toBe(60_000);
    expect(result.considered).toHaveLength(1);
  });

  it('a first size over the data set does not end the search: the data set is the upper bound', () => {
    const result = search({ upperBound: 100, budgetBytes: 64, probe: budgetProbe(64, (size) => size) });
    expect(result.capacity).toBe(64);
  });

  it('a whole batch that fits is one slice, known after one probe', () => {
    const result = search({ upperBound: 512, budgetBytes: 512, probe: budgetProbe(512, (size) => size) });
    expect(result).toMatchObject({ capacity: 512, considered: [{ microBatch: 512, peakBytes: 512 }] });
    expect(result.considered).toHaveLength(1);
  });

  it('one example that does not fit ends the search with 0, after two probes and never at size 0', () => {
    const probe = budgetProbe(MIB, (size) => 2 * MIB + size);
    const result = search({ upperBound: 512, budgetBytes: MIB, probe });
    expect(result.capacity).toBe(0);
    expect(result.considered.map(({ microBatch }) => microBatch)).toEqual([512, 1]);
    expect(result.considered.every(({ verdict }) => verdict.type === 'over-budget')).toBe(true);
  });

  it('a batch of one example is probed once', () => {
    expect(search({ upperBound: 1, budgetBytes: 1, probe: blindProbe(() => false) })).toMatchObject({ capacity: 0 });
    const result = search({ upperBound: 1, budgetBytes: 1, probe: blindProbe(() => true) });
    expect(result.capacity).toBe(1);
    expect(result.considered).toHaveLength(1);
  });

  it('a size fixed by a person is the only one considered, and is not replaced by one that would fit', () => {
    const probe = budgetProbe(100, (size) => size);
    const fitting = search({ upperBound: 512, budgetBytes: 100, probe, fixed: 64 });
    expect(fitting).toMatchObject({ capacity: 64, considered: [{ microBatch: 64 }] });
    const refused = search({ upperBound: 512, budgetBytes: 100, probe, fixed: 128 });
    expect(refused).toMatchObject({ capacity: 0, considered: [{ microBatch: 128, verdict: { overBytes: 28 } }] });
    expect(refused.considered).toHaveLength(1);
  });

  it('a fixed size above the batch is the batch', () => {
    const probe = budgetProbe(100, (size) => size);
    expect(search({ upperBound: 32, budgetBytes: 100, probe, fixed: 128 })).toMatchObject({
      capacity: 32,
      considered: [{ microBatch: 32 }],
    });
  });

  it('a device that refuses what the plan allows is believed, with its bytes within the budget', () => {
    const probe = (size: number): SizeProbe => ({
      peakBytes: size,
      verdict: size > 77 ? { type: 'out-of-memory' } : { type: 'fits' },
    });
    expect(search({ upperBound: 512, budgetBytes: 1000, probe }).capacity).toBe(77);
  });

  it('reports the time of each size by the clock it was given', () => {
    let clockMs = 0;
    const result = searchCapacity({
      upperBound: 8,
      budgetBytes: 3,
      now: () => clockMs,
      probe: (size) => {
        clockMs += 10 * size;
        return budgetProbe(3, (bytes) => bytes)(size);
      },
    });
    expect(result.considered.map(({ microBatch, planMs }) => [microBatch, planMs])).toEqual([
      [8, 80],
      [1, 10],
      [3, 30],
      [4, 40],
    ]);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses an upper bound or a fixed size of %d', (size) => {
    const question = { budgetBytes: 1, probe: blindProbe(() => true), now: () => 0 };
    expect(() => searchCapacity({ ...question, upperBound: size })).toThrow(RangeError);
    expect(() => searchCapacity({ ...question, upperBound: 8, fixed: size })).toThrow(RangeError);
  });
});

describe('searchCapacity by its laws', () => {
  const bounds = fc.integer({ min: 1, max: 16_384 });

  it('for every capacity from 1 to 512 the batch stays the batch, and nothing above it is considered', () => {
    for (const batch of [1, 2, 3, 64, 100, 255, 256, 511, 512, 513, 4096, 10_000, 16_384]) {
      for (let capacity = 1; capacity <= 512; capacity++) {
        const budgetBytes = 5000 + 784 * capacity;
        const probe = budgetProbe(budgetBytes, (size) => 5000 + 784 * size);
        const result = searchCapacity({ upperBound: batch, budgetBytes, probe, now: () => 0 });
        const answer = result.considered.find(({ microBatch }) => microBatch === result.capacity);
        const largest = Math.max(...result.considered.map(({ microBatch }) => microBatch));
        const sizes = sliceSizes(balancedSlices(batch, result.capacity));
        const examples = sizes.reduce((sum, size) => sum + size, 0);
        const spread = Math.max(...sizes) - Math.min(...sizes);
        expect([result.capacity, answer?.verdict.type, largest, examples]).toEqual([
          Math.min(capacity, batch),
          'fits',
          batch,
          batch,
        ]);
        expect(spread).toBeLessThanOrEqual(1);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(result.capacity);
      }
    }
  });

  it('finds the boundary of any monotone answer in at most 2 log2(n) + 4 probes, without bytes to go by', () => {
    fc.assert(
      fc.property(bounds, fc.nat({ max: 20_000 }), (upperBound, boundary) => {
        const result = search({ upperBound, budgetBytes: 1, probe: blindProbe((size) => size <= boundary) });
        expect(result.capacity).toBe(Math.min(boundary, upperBound));
        expect(result.considered.length).toBeLessThanOrEqual(probeBound(upperBound));
      }),
      { numRuns: 500 },
    );
  });

  it('finds the boundary of any bytes that rise with the size, in at most 2 log2(n) + 4 probes', () => {
    // Powers, roots and jumps: far from the straight line that predictions assume.
    const curve = fc.tuple(fc.double({ min: 0.05, max: 6, noNaN: true }), fc.nat({ max: 16_384 }), fc.nat(1e9));
    fc.assert(
      fc.property(bounds, bounds, curve, (upperBound, boundary, [power, jumpAt, jumpBytes]) => {
        const peakBytesOf = (size: number) => 1 + size + size ** power + (size > jumpAt ? jumpBytes : 0);
        const budgetBytes = peakBytesOf(boundary);
        const result = search({ upperBound, budgetBytes, probe: budgetProbe(budgetBytes, peakBytesOf) });
        expect(result.capacity).toBe(Math.min(boundary, upperBound));
        expect(result.considered.length).toBeLessThanOrEqual(probeBound(upperBound));
      }),
      { numRuns: 1000 },
    );
  });

  it('needs at most 4 probes where bytes are affine in the size', () => {
    fc.assert(
      fc.property(
        bounds,
        fc.nat({ max: 1e9 }),
        fc.integer({ min: 1, max: 1e6 }),
        fc.nat({ max: 2e10 }),
        (upperBound, fixedBytes, bytesPerExample, budgetBytes) => {
          const probe = budgetProbe(budgetBytes, (size) => fixedBytes + bytesPerExample * size);
          const result = search({ upperBound, budgetBytes, probe });
          const expected = Math.floor((budgetBytes - fixedBytes) / bytesPerExample);
          expect(result.capacity).toBe(Math.max(0, Math.min(upperBound, expected)));
          expect(result.considered.length).toBeLessThanOrEqual(4);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('needs at most 5 probes where bytes are affine and a limit binds as well, its sizes without bytes', () => {
    fc.assert(
      fc.property(
        bounds,
        fc.nat({ max: 1e7 }),
        fc.integer({ min: 1, max: 1e5 }),
        fc.integer({ min: 1, max: 2e9 }),
        fc.integer({ min: 1, max: 1e9 }),
        (upperBound, fixedBytes, bytesPerExample, budgetBytes, allowed) => {
          const inBudget = budgetProbe(budgetBytes, (size) => fixedBytes + bytesPerExample * size);
          const probe = (size: number): SizeProbe => {
            const asked = bytesPerExample * size;
            const limit = 'maxBufferSize';
            return asked > allowed
              ? { peakBytes: 0, verdict: { type: 'over-limit', limit, asked, allowed } }
              : inBudget(size);
          };
          const result = search({ upperBound, budgetBytes, probe });
          const expected = Math.floor(Math.min(budgetBytes - fixedBytes, allowed) / bytesPerExample);
          expect(result.capacity).toBe(Math.max(0, Math.min(upperBound, expected)));
          expect(result.considered.length).toBeLessThanOrEqual(5);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('ends with a size that passed, its successor refused, whatever a probe without any order answers', () => {
    const verdicts = fc.constantFrom<SizeVerdict>(
      { type: 'fits' },
      { type: 'over-budget', overBytes: 5 },
      { type: 'out-of-memory' },
      { type: 'over-limit', limit: 'maxBufferSize', asked: 300, allowed: 100 },
      { type: 'over-limit', limit: 'maxComputeWorkgroupsPerDimension', asked: 1, allowed: 65_535 },
    );
    const answers = fc.func<[number], SizeProbe>(
      fc.record({ peakBytes: fc.oneof(fc.constant(0), fc.nat({ max: 10_000 }), fc.double()), verdict: verdicts }),
    );
    fc.assert(
      fc.property(bounds, fc.nat({ max: 10_000 }), answers, (upperBound, budgetBytes, probe) => {
        const result = search({ upperBound, budgetBytes, probe });
        expect(result.considered.length).toBeLessThanOrEqual(probeBound(upperBound));
        if (result.capacity === 0) {
          expect(verdictOf(result, 1)).not.toBe('fits');
          return;
        }
        expect(verdictOf(result, result.capacity)).toBe('fits');
        if (result.capacity === upperBound) return;
        expect(['over-budget', 'over-limit', 'out-of-memory']).toContain(verdictOf(result, result.capacity + 1));
      }),
      { numRuns: 1000 },
    );
  });
});
