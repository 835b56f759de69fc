import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planEpochs, updatePosition } from '../../../../src/core/batch/epoch-plan.ts';

const trainSizes = fc.integer({ min: 1, max: 5000 });
const batchSizes = fc.integer({ min: 1, max: 16_384 });

describe('planEpochs', () => {
  it('cuts 1,000 examples at batch 300 into 300, 300, 300 and 100', () => {
    const plan = planEpochs(1000, { batchSize: 300, lengthUnit: 'epochs', length: 2 });
    expect(plan).toEqual({ trainExamples: 1000, batch: 300, lastBatch: 100, updatesPerEpoch: 4, totalUpdates: 8 });
    expect([0, 1, 2, 3, 4].map((update) => updatePosition(plan, update))).toEqual([
      { epoch: 0, firstPosition: 0, batch: 300 },
      { epoch: 0, firstPosition: 300, batch: 300 },
      { epoch: 0, firstPosition: 600, batch: 300 },
      { epoch: 0, firstPosition: 900, batch: 100 },
      { epoch: 1, firstPosition: 0, batch: 300 },
    ]);
  });

  it('a batch larger than the data set is the data set: one update an epoch', () => {
    const plan = planEpochs(1000, { batchSize: 8192, lengthUnit: 'epochs', length: 3 });
    expect(plan).toEqual({ trainExamples: 1000, batch: 1000, lastBatch: 1000, updatesPerEpoch: 1, totalUpdates: 3 });
    expect(updatePosition(plan, 2)).toEqual({ epoch: 2, firstPosition: 0, batch: 1000 });
  });

  it('a batch that divides the data set has no smaller last batch', () => {
    expect(planEpochs(1024, { batchSize: 256, lengthUnit: 'epochs', length: 1 })).toMatchObject({
      lastBatch: 256,
      updatesPerEpoch: 4,
    });
  });

  it('a length in updates is that many updates, wherever the epochs end', () => {
    const plan = planEpochs(1000, { batchSize: 300, lengthUnit: 'updates', length: 6 });
    expect(plan.totalUpdates).toBe(6);
    expect(updatePosition(plan, 5)).toEqual({ epoch: 1, firstPosition: 300, batch: 300 });
  });

  it('every example of the data set is consumed exactly once an epoch', () => {
    fc.assert(
      fc.property(trainSizes, batchSizes, fc.integer({ min: 1, max: 3 }), (trainExamples, batchSize, length) => {
        const plan = planEpochs(trainExamples, { batchSize, lengthUnit: 'epochs', length });
        const consumed = Array.from({ length }, () => 0);
        for (let update = 0; update < plan.totalUpdates; update++) {
          const { epoch, firstPosition, batch } = updatePosition(plan, update);
          // Each batch starts where the one before it ended: no position is left out, none is taken twice.
          expect(firstPosition).toBe(consumed[epoch]);
          consumed[epoch] = firstPosition + batch;
        }
        expect(consumed).toEqual(Array.from({ length }, () => trainExamples));
      }),
      { numRuns: 50 },
    );
  });

  it('no batch is empty or larger than the one asked for, and only the last of an epoch is smaller', () => {
    fc.assert(
      fc.property(trainSizes, batchSizes, fc.nat(), (trainExamples, batchSize, update) => {
        const plan = planEpochs(trainExamples, { batchSize, lengthUnit: 'updates', length: 1 });
        const position = updatePosition(plan, update);
        expect(position.batch).toBeGreaterThanOrEqual(1);
        expect(position.batch).toBeLessThanOrEqual(Math.min(batchSize, trainExamples));
        if (position.batch < plan.batch) expect(position.firstPosition + position.batch).toBe(trainExamples);
      }),
    );
  });

  it.each([
    [0, 1, 1],
    [10, 0, 1],
    [10, 1, 0],
    [10, 1.5, 1],
    [10, 1, Number.NaN],
  ])('refuses %d examples, batch %d, length %d', (trainExamples, batchSize, length) => {
    expect(() => planEpochs(trainExamples, { batchSize, lengthUnit: 'epochs', length })).toThrow(RangeError);
  });
});
