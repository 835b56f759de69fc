import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_FAILURES_FROM_THE_START,
  type ProbingQuestion,
  runStrategy,
  type StrategySearch,
} from '../../../../../src/core/batch/search-strategies/run-strategy.ts';
import type { ProbeAnswer } from '../../../../../src/core/batch/search-strategies/strategy.ts';
import {
  SEARCH_STRATEGIES,
  SEARCH_STRATEGY_IDS,
  type SearchStrategyId,
} from '../../../../../src/core/batch/search-strategies/strategy-table.ts';
import type { SizeVerdict } from '../../../../../src/core/program/plan-report.ts';
import { affineDevice, deviceFor } from './probes.ts';

const passed = ({ verdict }: ProbeAnswer) => verdict.type === 'fits';

/** Largest number of probes on any answers, for an upper bound of n and L = ceil(log2 n). One is the example tried early. */
const MOST_PROBES: { readonly [Id in SearchStrategyId]: (upperBound: number) => number } = {
  doubling: (n) => log2(n) + 1,
  // The whole batch; then down from 64 and up again, or up and down again: each octave at most once each way.
  utilisation: (n) => 2 * log2(n) + 2,
  halving: (n) => log2(n) + 2,
  // Ten sizes for each factor e (ln 0.9 = −0.105), and no more than ten below 10.
  'shrink-by-tenth': (n) => 10 * Math.ceil(Math.log(n)) + 2,
  power: (n) => log2(n) + 1,
  bisect: (n) => 2 * log2(n) + 1,
};
const log2 = (n: number) => Math.ceil(Math.log2(n));

/** Searches, and checks what holds for every search on any device. */
async function search(id: SearchStrategyId, question: ProbingQuestion): Promise<StrategySearch> {
  const result = await runStrategy(SEARCH_STRATEGIES[id], question);
  const broken = brokenRules(id, question.upperBound, result);
  expect(broken, `upper bound ${question.upperBound}`).toEqual([]);
  return result;
}

function brokenRules(id: SearchStrategyId, upperBound: number, search: StrategySearch): string[] {
  const { capacity, ending, probes, failedProbes } = search;
  const sizes = probes.map(({ microBatch }) => microBatch);
  const passedSizes = probes.filter(passed).map(({ microBatch }) => microBatch);
  const rules: { readonly [rule: string]: boolean } = {
    'no size is tried twice': new Set(sizes).size === sizes.length,
    'sizes are from 1 to the upper bound': sizes.every((size) => size >= 1 && size <= upperBound),
    'after a refusal all sizes are smaller': probes.every(
      (probed, index) => passed(probed) || sizes.slice(index + 1).every((later) => later < probed.microBatch),
    ),
    'probes are bounded': sizes.length <= MOST_PROBES[id](upperBound),
    'failures without a success are bounded': passedSizes.length > 0 || sizes.length <= MAX_FAILURES_FROM_THE_START + 1,
    'refusals are counted': failedProbes === sizes.length - passedSizes.length,
    'the strategy ends by itself': ending !== 'gave-up',
    'the answer has passed': capacity === 0 || passedSizes.includes(capacity),
    'no answer means that nothing passed, one example included':
      capacity > 0 || (ending === 'nothing-fits' && passedSizes.length === 0 && sizes.at(-1) === 1),
    'a whole batch that passed is one slice': !passedSizes.includes(upperBound) || capacity === upperBound,
  };
  return Object.keys(rules).filter((rule) => rules[rule] === false);
}

const bounds = fc.integer({ min: 1, max: 16_384 });

it('every name has its strategy', () => {
  expect(Object.keys(SEARCH_STRATEGIES)).toEqual([...SEARCH_STRATEGY_IDS]);
});

describe.each(SEARCH_STRATEGY_IDS)('the strategy %s', (id) => {
  it('ends by itself on any monotone device, with a size that passed, without bytes to go by', async () => {
    const property = fc.asyncProperty(bounds, fc.nat({ max: 20_000 }), async (upperBound, boundary) => {
      const probe = (size: number): ProbeAnswer => ({
        peakBytes: 0,
        verdict: { type: size <= boundary ? 'fits' : 'out-of-memory' },
        elapsedMs: 1,
      });
      const result = await search(id, { upperBound, budgetBytes: 1, probe });
      expect(result.capacity > 0).toBe(boundary > 0);
      expect(result.capacity).toBeLessThanOrEqual(boundary);
      if (boundary >= upperBound) expect(result.capacity).toBe(upperBound);
    });
    await fc.assert(property, { numRuns: 400 });
  });

  it('ends by itself on answers without any order, with a size that passed', async () => {
    const verdicts = fc.constantFrom<SizeVerdict>(
      { type: 'fits' },
      { type: 'over-budget', overBytes: 5 },
      { type: 'out-of-memory' },
      { type: 'over-limit', limit: 'maxBufferSize', asked: 300, allowed: 100 },
    );
    const answers = fc.func<[number], ProbeAnswer>(
      fc.record({
        peakBytes: fc.oneof(fc.constant(0), fc.nat({ max: 10_000 }), fc.double()),
        verdict: verdicts,
        elapsedMs: fc.nat(),
      }),
    );
    const property = fc.asyncProperty(
      bounds,
      fc.nat({ max: 10_000 }),
      answers,
      async (upperBound, budgetBytes, probe) => {
        await search(id, { upperBound, budgetBytes, probe });
      },
    );
    await fc.assert(property, { numRuns: 400 });
  });

  it('keeps every rule for each capacity and each upper bound up to 130, and takes a whole batch that fits', async () => {
    for (let upperBound = 1; upperBound <= 130; upperBound++) {
      for (let capacity = 0; capacity <= upperBound; capacity++) {
        const device = deviceFor(capacity);
        const result = await runStrategy(SEARCH_STRATEGIES[id], { upperBound, ...device });
        const isRight =
          result.capacity > 0 === capacity > 0 &&
          result.capacity <= capacity &&
          (capacity < upperBound || result.capacity === upperBound);
        const broken = brokenRules(id, upperBound, result);
        if (!isRight || broken.length > 0) expect.fail(`${capacity} of ${upperBound}: ${result.capacity}, ${broken}`);
      }
    }
  });

  it('of a capacity of 5,000 under a bound of 8,192 finds a size that ran, and 40 % of it or more', async () => {
    const { capacity } = await search(id, { upperBound: 8192, ...deviceFor(5000) });
    expect(capacity).toBeLessThanOrEqual(5000);
    expect(capacity).toBeGreaterThanOrEqual(2000);
  });

  it('answers with the whole data set where memory would hold 253,731 examples', async () => {
    const budgetBytes = 1000 + 253_731 * 100;
    const result = await search(id, { upperBound: 60_000, ...affineDevice(budgetBytes, 100, 1000) });
    expect(result).toMatchObject({ capacity: 60_000, ending: 'whole-batch', failedProbes: 0 });
  });

  it('tries a batch of one example once', async () => {
    const question = { upperBound: 1, ...deviceFor(1) };
    expect(await search(id, question)).toMatchObject({
      capacity: 1,
      ending: 'whole-batch',
      probes: [{ microBatch: 1 }],
    });
    const hopeless = await search(id, { upperBound: 1, ...deviceFor(0) });
    expect(hopeless).toMatchObject({ capacity: 0, ending: 'nothing-fits', failedProbes: 1 });
  });
});
