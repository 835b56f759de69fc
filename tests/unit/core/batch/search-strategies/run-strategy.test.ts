import { describe, expect, it } from 'vitest';
import { halving } from '../../../../../src/core/batch/search-strategies/halving.ts';
import { runStrategy } from '../../../../../src/core/batch/search-strategies/run-strategy.ts';
import { shrinkByTenth } from '../../../../../src/core/batch/search-strategies/shrink-by-tenth.ts';
import type { ProbedSize, SearchStrategy } from '../../../../../src/core/batch/search-strategies/strategy.ts';
import { affineDevice, deviceFor, trace } from './probes.ts';

/** Asks for sizes in a fixed order, whatever the answers, and then chooses one. */
const asking = (sizes: readonly number[], chosen: number): SearchStrategy =>
  function* () {
    for (const size of sizes) yield size;
    return chosen;
  };

describe('runStrategy', () => {
  it('reports each size in order with its verdict, bytes and time, and counts the refusals', async () => {
    const search = await runStrategy(asking([4, 2, 3], 3), { upperBound: 8, ...deviceFor(3) });
    expect(search).toEqual({
      capacity: 3,
      ending: 'chosen',
      failedProbes: 1,
      probes: [
        { microBatch: 4, peakBytes: 400, verdict: { type: 'over-budget', overBytes: 100 }, elapsedMs: 4 },
        { microBatch: 2, peakBytes: 200, verdict: { type: 'fits' }, elapsedMs: 2 },
        { microBatch: 3, peakBytes: 300, verdict: { type: 'fits' }, elapsedMs: 3 },
      ],
    });
  });

  it('waits for each answer of an asynchronous probe before it asks for the next size', async () => {
    const { budgetBytes, probe } = deviceFor(3);
    let running = 0;
    let mostAtOnce = 0;
    const slowly = async (size: number) => {
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      await Promise.resolve();
      running -= 1;
      return probe(size);
    };
    const search = await runStrategy(halving, { upperBound: 8, budgetBytes, probe: slowly });
    expect([search.capacity, search.probes.length, mostAtOnce]).toEqual([2, 3, 1]);
  });

  it('gives the strategy the answer to the size it asked, also when one example was tried in between', async () => {
    const answers: ProbedSize[] = [];
    const strategy: SearchStrategy = function* () {
      for (const size of [90, 80, 70, 60, 1]) answers.push(yield size);
      return 1;
    };
    const question = { upperBound: 100, maxFailuresFromTheStart: 3, ...deviceFor(5) };
    const search = await runStrategy(strategy, question);
    expect(answers.map(({ microBatch }) => microBatch)).toEqual([90, 80, 70, 60, 1]);
    // One example is tried once, after the third refusal; asked again, it is answered from memory.
    expect(search.probes.map(({ microBatch }) => microBatch)).toEqual([90, 80, 70, 1, 60]);
  });

  it('ends with one slice as soon as the whole batch has passed', async () => {
    expect(await trace(asking([8, 4, 2], 2), 8, deviceFor(8))).toEqual({
      capacity: 8,
      ending: 'whole-batch',
      sizes: [8],
      failedProbes: 0,
    });
  });

  it('ends as soon as one example has been refused', async () => {
    expect(await trace(asking([1, 1, 1], 1), 8, deviceFor(0))).toEqual({
      capacity: 0,
      ending: 'nothing-fits',
      sizes: [-1],
      failedProbes: 1,
    });
  });

  it('asks for one example after eight refusals, so that a device on which nothing runs is known after nine', async () => {
    const nothing = await trace(shrinkByTenth, 16_384, deviceFor(0));
    expect(nothing).toMatchObject({ capacity: 0, ending: 'nothing-fits', failedProbes: 9 });
    expect(nothing.sizes.at(-1)).toBe(-1);
    // Something fits: the strategy goes on where it was.
    expect(await trace(halving, 4096, deviceFor(3))).toEqual({
      capacity: 2,
      ending: 'chosen',
      sizes: [-4096, -2048, -1024, -512, -256, -128, -64, -32, 1, -16, -8, -4, 2],
      failedProbes: 11,
    });
  });

  it('counts only refusals from the start towards that: after a success, one example is not tried', async () => {
    const search = await trace(asking([2, 60, 50, 40, 30, 20, 19, 18, 17, 16, 15], 2), 64, deviceFor(3));
    expect(search.sizes).not.toContain(1);
    expect(search).toMatchObject({ capacity: 2, failedProbes: 10 });
  });

  it('gives up at the bound on probes, with the largest size that has passed', async () => {
    const forEver: SearchStrategy = function* () {
      for (let size = 1; ; size++) yield size;
    };
    const question = { upperBound: 1000, maxProbes: 5, ...deviceFor(900) };
    expect(await runStrategy(forEver, question)).toMatchObject({ capacity: 5, ending: 'gave-up', failedProbes: 0 });
    const stubborn: SearchStrategy = function* () {
      for (;;) yield 7;
    };
    expect(await runStrategy(stubborn, question)).toMatchObject({ capacity: 7, ending: 'gave-up' });
  });

  it('keeps the bound on probes when one example is tried as well', async () => {
    const question = { upperBound: 100, maxProbes: 3, maxFailuresFromTheStart: 3, ...deviceFor(5) };
    const search = await runStrategy(asking([50, 40, 30, 20], 20), question);
    expect(search).toMatchObject({ capacity: 0, ending: 'gave-up', failedProbes: 3 });
    expect(search.probes).toHaveLength(3);
  });

  it.each([
    ['above the upper bound', [9]],
    ['of zero', [0]],
    ['of a fraction', [2.5]],
    ['of no number', [Number.NaN]],
    ['larger than one that was refused', [2, 6, 7]],
  ])('rejects a strategy that asks for a size %s, without trying it', async (_, sizes) => {
    const { budgetBytes, probe } = deviceFor(3);
    const tried: number[] = [];
    const recording = (size: number) => {
      tried.push(size);
      return probe(size);
    };
    const searching = runStrategy(asking(sizes, 1), { upperBound: 8, budgetBytes, probe: recording });
    await expect(searching).rejects.toThrow(RangeError);
    expect(tried).toEqual(sizes.slice(0, -1));
  });

  it.each([
    ['was refused', [4, 2], 4],
    ['has not been tried', [4, 2], 3],
    ['is none, although something fits', [4, 2], 0],
  ])('rejects a strategy whose choice %s', async (_, sizes, chosen) => {
    const searching = runStrategy(asking(sizes, chosen), { upperBound: 8, ...deviceFor(3) });
    await expect(searching).rejects.toThrow(`chose ${chosen}`);
  });

  it('ends with the rejection of a probe, which is how a search is cancelled', async () => {
    const { budgetBytes, probe } = deviceFor(3);
    const stopping = async (size: number) => {
      if (size < 4) throw new Error('stopped');
      return probe(size);
    };
    await expect(runStrategy(halving, { upperBound: 8, budgetBytes, probe: stopping })).rejects.toThrow('stopped');
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses an upper bound of %d', async (upperBound) => {
    await expect(runStrategy(halving, { upperBound, ...affineDevice(1, 1) })).rejects.toThrow(RangeError);
  });
});
