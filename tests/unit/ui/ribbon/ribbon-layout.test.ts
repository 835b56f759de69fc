import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellAreas, layOutRibbon, ribbonWidthPx } from '../../../../src/ui/ribbon/ribbon-layout.ts';

/** Balanced slices of a batch, as the engine cuts them. */
function slices(batch: number, count: number): number[] {
  const small = Math.floor(batch / count);
  const large = batch % count;
  return Array.from({ length: count }, (_, index) => (index < large ? small + 1 : small));
}

const cut = fc
  .integer({ min: 1, max: 16_384 })
  .chain((batch) => fc.record({ batch: fc.constant(batch), count: fc.integer({ min: 1, max: batch }) }));
const width = fc.integer({ min: 300, max: 1400 });

describe('ribbon layout', () => {
  it('holds every example once, inside the box, in at most 1,600 cells', () => {
    fc.assert(
      fc.property(cut, width, ({ batch, count }, widthPx) => {
        const layout = layOutRibbon(slices(batch, count), widthPx, 56);
        const examples = layout.blocks.reduce((sum, block) => sum + block.examples, 0);
        const sliceCount = layout.blocks.reduce((sum, block) => sum + block.sliceCount, 0);
        const cells = layout.blocks.reduce((sum, block) => sum + block.cells, 0);
        expect(examples).toBe(batch);
        expect(sliceCount).toBe(count);
        expect(cells).toBeLessThanOrEqual(1600);
        expect(cells * layout.examplesPerCell).toBeGreaterThanOrEqual(batch);
        expect(ribbonWidthPx(layout)).toBeLessThanOrEqual(widthPx);
        expect(layout.rows * layout.pitchYPx).toBeLessThanOrEqual(56);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps slices apart and in order while they have room', () => {
    const { mode, blocks } = layOutRibbon([171, 171, 170], 900, 56);
    expect(mode).toBe('slices');
    expect(blocks.map((block) => block.examples)).toEqual([171, 171, 170]);
    for (const [index, block] of blocks.entries()) {
      const next = blocks[index + 1];
      if (next !== undefined) expect(next.xPx - (block.xPx + block.widthPx)).toBeGreaterThanOrEqual(10);
    }
  });

  it('draws one cell an example for a batch of 512 on a desk, and fewer on a phone', () => {
    expect(layOutRibbon([171, 171, 170], 900, 56).examplesPerCell).toBe(1);
    expect(layOutRibbon([171, 171, 170], 340, 56).examplesPerCell).toBe(1);
    expect(layOutRibbon(slices(16_384, 17), 900, 56).examplesPerCell).toBeGreaterThan(8);
  });

  it('groups whole slices when there are too many to keep apart', () => {
    const layout = layOutRibbon(slices(16_384, 4096), 900, 56);
    expect(layout.mode).toBe('groups');
    expect(layout.blocks).toHaveLength(1);
    expect(layout.slicesPerCell * (layout.blocks[0]?.cells ?? 0)).toBeGreaterThanOrEqual(4096);
    expect(layout.examplesPerCell).toBe(4 * layout.slicesPerCell);
  });

  it('fills most of the box unless the batch is tiny', () => {
    fc.assert(
      fc.property(fc.integer({ min: 64, max: 16_384 }), fc.integer({ min: 1, max: 20 }), width, (batch, count, w) => {
        const layout = layOutRibbon(slices(batch, Math.min(count, batch)), w, 56);
        expect(ribbonWidthPx(layout) / w).toBeGreaterThan(0.6);
      }),
    );
  });

  it('draws a single example as one cell no wider than three times its height', () => {
    const layout = layOutRibbon([1], 900, 56);
    expect(layout.blocks[0]).toMatchObject({ cells: 1, columns: 1 });
    expect(ribbonWidthPx(layout)).toBeLessThanOrEqual(3 * 56);
  });

  it('fills columns from top to bottom, then moves right, each cell once', () => {
    const grid = { rows: 5, pitchXPx: 7, pitchYPx: 9 };
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (one, other) => {
        const from = Math.min(one, other);
        const to = Math.max(one, other);
        const covered = cellAreas(grid, from, to).flatMap(({ xPx, yPx, widthPx, heightPx }) =>
          Array.from({ length: widthPx / 7 }, (_, column) =>
            Array.from({ length: heightPx / 9 }, (_, row) => (xPx / 7 + column) * 5 + yPx / 9 + row),
          ).flat(),
        );
        const expected = Array.from({ length: to - from }, (_, index) => from + index);
        expect(covered.sort((a, b) => a - b)).toEqual(expected);
      }),
    );
  });
});
