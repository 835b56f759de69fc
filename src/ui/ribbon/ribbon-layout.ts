/**
 * Where the cells of the batch ribbon stand.
 *
 * Glossary: a *cell* is one rectangle; it stands for one example while there is room, for more when there is not.
 * A *block* is a run of cells with a space on either side: one slice, or, when the slices are too many to be kept
 * apart, all of them. Cells fill a block column by column, so progress always moves to the right.
 */

export interface RibbonBlock {
  readonly xPx: number;
  readonly widthPx: number;
  readonly cells: number;
  readonly columns: number;
  /** Slices drawn by this block: the first one's index, and how many. */
  readonly firstSlice: number;
  readonly sliceCount: number;
  /** Examples in this block. */
  readonly examples: number;
}

export interface RibbonLayout {
  /** `slices`: one block a slice. `groups`: one block, in which a cell stands for `slicesPerCell` whole slices. */
  readonly mode: 'slices' | 'groups';
  readonly blocks: readonly RibbonBlock[];
  readonly rows: number;
  readonly pitchXPx: number;
  readonly pitchYPx: number;
  readonly gapPx: number;
  /** Most examples one cell stands for. */
  readonly examplesPerCell: number;
  /** 1 in mode `slices`. */
  readonly slicesPerCell: number;
}

const MAX_ROWS = 10;
const MIN_PITCH_PX = 5;
const MAX_CELLS = 1600;
/** Widest cell, as a multiple of its height: a batch of one must not become a wall of colour. */
const MAX_ASPECT = 3;

interface Grid {
  readonly rows: number;
  readonly columns: number;
  readonly pitchXPx: number;
  readonly pitchYPx: number;
  readonly cost: number;
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/**
 * Best grid for blocks of the given cells, or undefined where no grid keeps cells wide enough. Cells measure whole
 * pixels, so that their edges stay sharp; of the grids that remain, the squarest that leaves least of the box empty.
 */
function bestGrid(
  blocks: readonly { readonly cells: number; readonly count: number }[],
  widthPx: number,
  heightPx: number,
): Grid | undefined {
  const cells = total(blocks.map((block) => block.cells * block.count));
  if (cells > MAX_CELLS) return undefined;
  let best: Grid | undefined;
  for (let rows = 1; rows <= MAX_ROWS; rows += 1) {
    const columns = total(blocks.map((block) => Math.ceil(block.cells / rows) * block.count));
    const pitchYPx = Math.floor(heightPx / rows);
    const pitchXPx = Math.floor(Math.min(widthPx / columns, pitchYPx * MAX_ASPECT));
    if (pitchXPx < MIN_PITCH_PX || pitchYPx < MIN_PITCH_PX) continue;
    const coverage = (cells * pitchXPx * pitchYPx) / (widthPx * heightPx);
    const cost = Math.abs(Math.log(pitchXPx / pitchYPx)) + 3 * (1 - coverage) + 0.8 * raggedness(blocks, rows);
    if (best === undefined || cost < best.cost) best = { rows, columns, pitchXPx, pitchYPx, cost };
  }
  return best;
}

/** Empty share of a block's last column, at worst: one lonely cell at the end of a block looks like a mistake. */
function raggedness(blocks: readonly { readonly cells: number }[], rows: number): number {
  return blocks.reduce((worst, { cells }) => Math.max(worst, (Math.ceil(cells / rows) * rows - cells) / rows), 0);
}

/** Slice sizes with how often each occurs: balanced slices have at most two. */
function sizeCounts(sliceSizes: readonly number[]): { size: number; count: number }[] {
  const counts = new Map<number, number>();
  for (const size of sliceSizes) counts.set(size, (counts.get(size) ?? 0) + 1);
  return [...counts].map(([size, count]) => ({ size, count }));
}

function separatedSlices(sliceSizes: readonly number[], widthPx: number, heightPx: number): RibbonLayout | undefined {
  const minGapPx = sliceSizes.length > 24 ? 4 : 10;
  const room = widthPx - (sliceSizes.length - 1) * minGapPx;
  if (room < sliceSizes.length * MIN_PITCH_PX) return undefined;
  const counts = sizeCounts(sliceSizes);
  const largest = largestOf(sliceSizes);
  for (let examplesPerCell = 1; ; examplesPerCell *= 2) {
    const cells = counts.map(({ size, count }) => ({ cells: Math.ceil(size / examplesPerCell), count }));
    const grid = bestGrid(cells, room, heightPx);
    if (grid !== undefined) {
      const sliceGapPx = sliceGap(grid.columns * grid.pitchXPx, sliceSizes.length, { widthPx, minGapPx });
      return placeSlices(sliceSizes, grid, { sliceGapPx, examplesPerCell: Math.min(examplesPerCell, largest) });
    }
    if (examplesPerCell >= largest) return undefined;
  }
}

/** Space between two slices: what is left over, shared out, within reason. */
function sliceGap(
  cellsWidthPx: number,
  slices: number,
  box: { readonly widthPx: number; readonly minGapPx: number },
): number {
  if (slices < 2) return 0;
  const sharePx = Math.floor((box.widthPx - cellsWidthPx) / (slices - 1));
  return Math.min(Math.max(sharePx, box.minGapPx), 2 * box.minGapPx);
}

function placeSlices(
  sliceSizes: readonly number[],
  grid: Grid,
  unit: { readonly sliceGapPx: number; readonly examplesPerCell: number },
): RibbonLayout {
  let xPx = 0;
  const blocks = sliceSizes.map((examples, firstSlice) => {
    const cells = Math.ceil(examples / unit.examplesPerCell);
    const columns = Math.ceil(cells / grid.rows);
    const block = { xPx, widthPx: columns * grid.pitchXPx, cells, columns, firstSlice, sliceCount: 1, examples };
    xPx += block.widthPx + unit.sliceGapPx;
    return block;
  });
  return { mode: 'slices', blocks, ...gridOf(grid), examplesPerCell: unit.examplesPerCell, slicesPerCell: 1 };
}

function groupedSlices(sliceSizes: readonly number[], widthPx: number, heightPx: number): RibbonLayout {
  const sliceCount = sliceSizes.length;
  for (let slicesPerCell = 1; ; slicesPerCell *= 2) {
    const cells = Math.ceil(sliceCount / slicesPerCell);
    const grid = bestGrid([{ cells, count: 1 }], widthPx, heightPx) ?? (cells === 1 ? ONE_CELL : undefined);
    if (grid === undefined) continue;
    const columns = grid.columns;
    const widthUsedPx = columns * grid.pitchXPx;
    const examples = total(sliceSizes);
    return {
      mode: 'groups',
      blocks: [{ xPx: 0, widthPx: widthUsedPx, cells, columns, firstSlice: 0, sliceCount, examples }],
      ...gridOf(grid),
      examplesPerCell: slicesPerCell * largestOf(sliceSizes),
      slicesPerCell,
    };
  }
}

/** Fallback for a box a few pixels wide, so that a layout always exists. */
const ONE_CELL: Grid = { rows: 1, columns: 1, pitchXPx: MIN_PITCH_PX, pitchYPx: MIN_PITCH_PX, cost: 0 };

function gridOf({ rows, pitchXPx, pitchYPx }: Grid): Pick<RibbonLayout, 'rows' | 'pitchXPx' | 'pitchYPx' | 'gapPx'> {
  return { rows, pitchXPx, pitchYPx, gapPx: Math.min(pitchXPx, pitchYPx) < 12 ? 1 : 2 };
}

function largestOf(values: readonly number[]): number {
  return values.reduce((largest, value) => Math.max(largest, value), 0);
}

/**
 * Lays out a batch cut into `sliceSizes` (examples, in order) in a box of `widthPx` × `heightPx`.
 * Every example belongs to exactly one cell and every cell to one slice, or to whole slices; at most 1,600 cells.
 */
export function layOutRibbon(sliceSizes: readonly number[], widthPx: number, heightPx: number): RibbonLayout {
  return separatedSlices(sliceSizes, widthPx, heightPx) ?? groupedSlices(sliceSizes, widthPx, heightPx);
}

/** A rectangle of whole cells, in pixels from the block's corner. */
export interface CellArea {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * The areas that cells `from` (inclusive) to `to` (exclusive) of a block cover: at most three, the end of a column,
 * whole columns, and the beginning of a column. Filled with a pattern of cells, they cost the same for 3 and for 3,000.
 */
export function cellAreas(
  layout: Pick<RibbonLayout, 'rows' | 'pitchXPx' | 'pitchYPx'>,
  from: number,
  to: number,
): CellArea[] {
  const { rows } = layout;
  const areas: CellArea[] = [];
  const add = (column: number, row: number, columns: number, height: number) => {
    if (columns <= 0 || height <= 0) return;
    areas.push({
      xPx: column * layout.pitchXPx,
      yPx: row * layout.pitchYPx,
      widthPx: columns * layout.pitchXPx,
      heightPx: height * layout.pitchYPx,
    });
  };
  const firstWhole = Math.ceil(from / rows);
  const lastWhole = Math.floor(to / rows);
  if (firstWhole > lastWhole) {
    add(lastWhole, from % rows, 1, to - from);
    return areas;
  }
  add(firstWhole - 1, from % rows, 1, firstWhole * rows - from);
  add(firstWhole, 0, lastWhole - firstWhole, rows);
  add(lastWhole, 0, 1, to - lastWhole * rows);
  return areas;
}

/** Width of everything drawn. */
export function ribbonWidthPx(layout: RibbonLayout): number {
  const last = layout.blocks.at(-1);
  return last === undefined ? 0 : last.xPx + last.widthPx;
}
