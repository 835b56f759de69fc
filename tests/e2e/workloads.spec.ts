import { numbersOf } from './support/csv.ts';
import type { Query } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

interface TinyRun {
  readonly query: Query;
  /** Far above what a software adapter takes on a busy machine. */
  readonly timeoutMs: number;
  /** Not in the default run. */
  readonly isLong?: boolean;
}

const MINUTE_MS = 60_000;
const tiny = (query: Query): TinyRun => ({ query, timeoutMs: 2 * MINUTE_MS });

/** Every other workload: one update, cut in two where a software adapter has time for that, and two test examples. */
const RUNS: Readonly<Record<string, TinyRun>> = {
  'textrnn-synthetic': tiny({ batch: 2, 'micro-batch': 1, 'time-steps': 4 }),
  'textrnn-spam': tiny({ batch: 2, 'micro-batch': 1, 'time-steps': 4 }),
  'cifar-resnet20': tiny({ batch: 4, 'micro-batch': 2 }),
  'cifar-resnet50': tiny({ batch: 2, 'micro-batch': 1, normalization: 'group' }),
  charlm: tiny({ batch: 2, 'micro-batch': 1 }),
  'resnet152-224': {
    query: { batch: 1, normalization: 'group', 'test-examples': 0 },
    timeoutMs: 5 * MINUTE_MS,
  },
  // Minutes for one image, and two gigabytes.
  'resnet152-1024': {
    query: { batch: 1, normalization: 'group', recompute: 'blocks', budget: 2560, 'test-examples': 0 },
    timeoutMs: 40 * MINUTE_MS,
    isLong: true,
  },
};

for (const [workload, { query, timeoutMs, isLong }] of Object.entries(RUNS)) {
  test(`${workload} trains from a link, slice by slice${isLong ? ' @long' : ''}`, async ({ playground }) => {
    test.setTimeout(timeoutMs + MINUTE_MS);
    const run = { updates: 1, budget: 1024, 'evaluate-every': 0, 'test-examples': 2, seed: 1, start: 1 };
    const asked = { workload, ...run, ...query };
    await playground.open(asked);
    await playground.expectPhase('finished', timeoutMs);
    expect(await playground.numbers()).toMatchObject({ batch: query.batch, update: 1 });
    const curve = await playground.downloadCsv('loss');
    const [loss = Number.NaN] = numbersOf(curve, 'loss');
    // An untrained network of n classes has a loss near log n: at most log 1,000 here, and far from nothing.
    expect(loss).toBeGreaterThan(0.1);
    expect(loss).toBeLessThan(10);
    if (asked['test-examples'] > 0) expect(numbersOf(curve, 'testLoss')[0]).toBeGreaterThan(0);
    const memory = await playground.downloadCsv('memory');
    expect(numbersOf(memory, 'allocatedBytes')).toEqual(numbersOf(memory, 'plannedBytes'));
  });
}
