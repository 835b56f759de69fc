import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blockCells,
  expandSlices,
  firstProgress,
  plannedProgress,
  runProgress,
  sliceSizesText,
} from '../../../../src/ui/ribbon/ribbon-progress.ts';

const SLICE = { update: 7, epoch: 1, sliceSizes: [171, 171, 170], slicesDone: 2, stage: 'accumulating' } as const;

describe('ribbon progress', () => {
  it('counts the examples in the gradient sum, not the slices', () => {
    expect(runProgress(SLICE, false)).toMatchObject({ examplesDone: 342, examples: 512, running: 2, update: 7 });
  });

  it('has no running slice while paused, while updating, and when all are done', () => {
    expect(runProgress(SLICE, true).running).toBeUndefined();
    expect(runProgress({ ...SLICE, stage: 'updating' }, false).running).toBeUndefined();
    expect(runProgress({ ...SLICE, slicesDone: 3 }, false).running).toBeUndefined();
  });

  it('does not call a full sum updating while the run is held before its update', () => {
    const full = { ...SLICE, slicesDone: 3, stage: 'updating' } as const;
    expect([runProgress(full, true).stage, runProgress(full, false).stage]).toEqual(['ready', 'updating']);
  });

  it('shows a plan as a batch whose slices all wait', () => {
    const progress = plannedProgress(
      expandSlices([
        { size: 171, count: 2 },
        { size: 170, count: 1 },
      ]),
    );
    expect(progress).toMatchObject({ sliceSizes: [171, 171, 170], slicesDone: 0, examplesDone: 0, stage: 'planned' });
  });

  it('runs the first slice where training has not told of one yet', () => {
    expect(firstProgress([8, 7], 4)).toMatchObject({ running: 0, slicesDone: 0, stage: 'accumulating', update: 4 });
  });

  it('never draws more cells done than slices are, and all of them at the end', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5000 }), fc.integer({ min: 1, max: 64 }), fc.nat(), (slices, per, seed) => {
        const block = { cells: Math.ceil(slices / per), firstSlice: 0, sliceCount: slices };
        const slicesDone = seed % (slices + 1);
        const { done, running } = blockCells(block, per, { slicesDone, running: slicesDone });
        if (slicesDone < slices) expect(done * per).toBeLessThanOrEqual(slicesDone);
        expect(done + running).toBeLessThanOrEqual(block.cells);
        expect(blockCells(block, per, { slicesDone: slices })).toEqual({ done: block.cells, running: 0 });
      }),
    );
  });

  it('marks exactly the block of the running slice', () => {
    const states = [0, 1, 2].map((firstSlice) =>
      blockCells({ cells: 29, firstSlice, sliceCount: 1 }, 1, { slicesDone: 1, running: 1 }),
    );
    expect(states).toEqual([
      { done: 29, running: 0 },
      { done: 0, running: 29 },
      { done: 0, running: 0 },
    ]);
  });

  it('writes few slices out and counts many', () => {
    expect(sliceSizesText([171, 171, 170])).toBe('171 + 171 + 170');
    expect(sliceSizesText([820, 819, 819, 819, 819])).toBe('820 + 4 × 819');
  });
});
