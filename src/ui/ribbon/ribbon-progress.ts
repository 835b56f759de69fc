/** What the ribbon shows: which batch, how it is cut, and how much of it is in the gradient sum. Pure. */
import type { SliceGroup } from '../../core/program/plan-report.ts';
import type { SliceProgress } from '../../protocol/events.ts';

export interface RibbonProgress {
  /** Examples of each slice, in order. */
  readonly sliceSizes: readonly number[];
  readonly slicesDone: number;
  /** Index of the slice that runs now; undefined while none does. */
  readonly running?: number;
  /** Examples in the gradient sum. */
  readonly examplesDone: number;
  readonly examples: number;
  /** `planned` before anything runs; `ready` where a run is held between a full sum and its update. */
  readonly stage: 'planned' | 'accumulating' | 'ready' | 'updating' | 'done';
  /** Number of the update in progress, from 1; 0 in a plan. */
  readonly update: number;
}

/** The sizes of a plan's slices, one entry a slice. */
export function expandSlices(groups: readonly SliceGroup[]): number[] {
  return groups.flatMap(({ size, count }) => new Array<number>(count).fill(size));
}

function sumFirst(values: readonly number[], count: number): number {
  let sum = 0;
  for (let index = 0; index < Math.min(count, values.length); index += 1) sum += values[index] ?? 0;
  return sum;
}

/** A plan as progress: every slice waits. */
export function plannedProgress(sliceSizes: readonly number[]): RibbonProgress {
  const examples = sumFirst(sliceSizes, sliceSizes.length);
  return { sliceSizes, slicesDone: 0, examplesDone: 0, examples, stage: 'planned', update: 0 };
}

/** Training that has not told of a slice yet: its first one runs. */
export function firstProgress(sliceSizes: readonly number[], update: number): RibbonProgress {
  return { ...plannedProgress(sliceSizes), running: 0, stage: 'accumulating', update };
}

/** A run's progress. A paused run has no running slice: the next one waits for the person. */
export function runProgress(slice: SliceProgress, isPaused: boolean): RibbonProgress {
  const { sliceSizes, slicesDone, stage, update } = slice;
  const isRunning = !isPaused && stage === 'accumulating' && slicesDone < sliceSizes.length;
  return {
    sliceSizes,
    slicesDone,
    ...(isRunning ? { running: slicesDone } : {}),
    examplesDone: sumFirst(sliceSizes, slicesDone),
    examples: sumFirst(sliceSizes, sliceSizes.length),
    stage: isPaused && stage === 'updating' ? 'ready' : stage,
    update,
  };
}

/** Cells of one block by state: the first `done`, then `running`, the rest wait. */
export interface BlockCells {
  readonly done: number;
  readonly running: number;
}

/**
 * Cells of a block that are in the sum and that run now. A cell which stands for several slices is done when the last
 * of them is, and runs while one of them does or while only a part of them is in the sum.
 */
export function blockCells(
  block: { readonly cells: number; readonly firstSlice: number; readonly sliceCount: number },
  slicesPerCell: number,
  progress: Pick<RibbonProgress, 'slicesDone' | 'running'>,
): BlockCells {
  const { slicesDone, running } = progress;
  if (block.sliceCount === 1) {
    if (block.firstSlice < slicesDone) return { done: block.cells, running: 0 };
    return { done: 0, running: running === block.firstSlice ? block.cells : 0 };
  }
  if (slicesDone >= block.sliceCount) return { done: block.cells, running: 0 };
  const done = Math.floor(slicesDone / slicesPerCell);
  const isPartial = running !== undefined || slicesDone % slicesPerCell > 0;
  return { done, running: isPartial ? 1 : 0 };
}

/** The slice sizes as people say them: "171 + 171 + 170" for few, "5 × 820" grouped for many. */
export function sliceSizesText(sliceSizes: readonly number[]): string {
  if (sliceSizes.length <= 4) return sliceSizes.join(' + ');
  const groups: { size: number; count: number }[] = [];
  for (const size of sliceSizes) {
    const last = groups.at(-1);
    if (last?.size === size) last.count += 1;
    else groups.push({ size, count: 1 });
  }
  return groups.map(({ size, count }) => (count === 1 ? `${size}` : `${count} × ${size}`)).join(' + ');
}
