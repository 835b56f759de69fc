import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { balancedSlices, sliceSizes } from '../../../../src/core/batch/balanced-slices.ts';
import type { Batch } from '../../../../src/engine/datasets/batch-source.ts';
import type { TrainerPlan } from '../../../../src/engine/training/replay-kit.ts';
import { UpdateInProgress } from '../../../../src/engine/training/update-in-progress.ts';

function batchOf(examples: number): Batch {
  return { epoch: 0, indices: new Uint32Array(examples), gather: () => {} };
}

function planOf(microBatch: number): TrainerPlan {
  return { report: { microBatch }, examplesPerReplay: microBatch, sliceProgram: new Map(), updateProgram: 0 };
}

describe('an update in progress', () => {
  test('cut anew, keeps the slices that ran and cuts the rest evenly', () => {
    const update = new UpdateInProgress(4, batchOf(24));
    expect(update.cutFor(planOf(12))).toBe(true);
    update.nextDone();
    expect(update.position).toEqual({ update: 4, slice: 1, rest: 12, isUpdateStart: false });
    update.cutFor(planOf(5));
    expect(update.progress('accumulating')).toMatchObject({ update: 5, sliceSizes: [12, 4, 4, 4], slicesDone: 1 });
  });

  test('starts again with nothing in the sum, cut by the plan then in use', () => {
    const update = new UpdateInProgress(0, batchOf(10));
    update.cutFor(planOf(5));
    update.nextDone();
    update.startAgain();
    expect(update.position).toEqual({ update: 0, slice: 0, rest: 0, isUpdateStart: true });
    update.cutFor(planOf(5));
    expect(update.progress('accumulating').sliceSizes).toEqual([5, 5]);
  });

  test('cut anew for the same size at any slice, is cut as before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (examples, capacity) => {
        const expected = sliceSizes(balancedSlices(examples, capacity));
        const update = new UpdateInProgress(0, batchOf(examples));
        while (update.first < examples) {
          // As with a changed budget that needs no other plan: its largest slice is the capacity.
          update.cutFor(planOf(expected[0] ?? 1));
          update.nextDone();
        }
        expect(update.done).toEqual(expected);
      }),
    );
  });

  test('whatever the plans on the way, every example is in exactly one slice, none larger than its plan allows', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), sizes, (examples, capacities) => {
        const update = new UpdateInProgress(0, batchOf(examples));
        for (let slice = 0; update.first < examples; slice += 1) {
          const capacity = capacities[slice % capacities.length] ?? 1;
          update.cutFor(planOf(capacity));
          expect(Math.max(...(update.next ?? []))).toBeLessThanOrEqual(capacity);
          update.nextDone();
        }
        expect(update.done.reduce((sum, size) => sum + size, 0)).toBe(examples);
        expect(update.next).toBeUndefined();
      }),
    );
  });
});
