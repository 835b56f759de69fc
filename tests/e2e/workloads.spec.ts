import { numbersOf } from './support/csv.ts';
import type { Query } from './support/playground.ts';
import { expect, test } from './support/playground-test.ts';

/** Every other workload that a software adapter can step in seconds, cut in two, for one update and two test examples. */
const TINY: Readonly<Record<string, Query>> = {
  'textrnn-synthetic': { batch: 2, 'micro-batch': 1, 'time-steps': 4 },
  'textrnn-spam': { batch: 2, 'micro-batch': 1, 'time-steps': 4 },
  'cifar-resnet20': { batch: 4, 'micro-batch': 2 },
  'cifar-resnet50': { batch: 2, 'micro-batch': 1, normalization: 'group' },
  charlm: { batch: 2, 'micro-batch': 1 },
};

for (const [workload, query] of Object.entries(TINY)) {
  test(`${workload} trains from a link: two slices, one update, one evaluation`, async ({ playground }) => {
    const run = { updates: 1, budget: 1024, 'evaluate-every': 0, 'test-examples': 2, seed: 1, start: 1 };
    await playground.open({ workload, ...run, ...query });
    await playground.expectPhase('finished');
    expect(await playground.numbers()).toMatchObject({ batch: query.batch, update: 1 });
    const curve = await playground.downloadCsv('loss');
    const [loss = Number.NaN] = numbersOf(curve, 'loss');
    const [testLoss = Number.NaN] = numbersOf(curve, 'testLoss');
    // An untrained network of n classes has a loss near log n: at most log 20 here, and far from nothing.
    expect(loss).toBeGreaterThan(0.1);
    expect(loss).toBeLessThan(10);
    expect(testLoss).toBeGreaterThan(0);
    const memory = await playground.downloadCsv('memory');
    expect(numbersOf(memory, 'allocatedBytes')).toEqual(numbersOf(memory, 'plannedBytes'));
  });
}
