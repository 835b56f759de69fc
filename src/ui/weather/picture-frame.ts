/** Where things stand in the weather picture, in pixels. Pure. */
import { rangeAxis } from '../charts/number-axis.ts';
import { type BudgetScale, budgetScale } from './budget-scale.ts';

export interface PictureFrame {
  /** Of the plot alone, without its margins. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly updates: number;
  readonly scale: BudgetScale;
}

/** Around the plot: numbers at its left and below, flags of what happens above. */
export const MARGIN = { top: 30, right: 12, bottom: 22, left: 62 } as const;

export interface FrameSettings {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly updates: number;
  /** All that has to be in sight. */
  readonly budgetsMiB: readonly number[];
}

/** The frame of a picture of so many pixels, margins included. */
export function pictureFrame({ widthPx, heightPx, updates, budgetsMiB }: FrameSettings): PictureFrame {
  const height = Math.max(1, heightPx - MARGIN.top - MARGIN.bottom);
  return {
    widthPx: Math.max(1, widthPx - MARGIN.left - MARGIN.right),
    heightPx: height,
    updates,
    scale: budgetScale(budgetsMiB, height),
  };
}

/** Where a moment stands, in updates: 1 is the beginning of the first, `updates + 1` the end of the last. */
export function xOf({ widthPx, updates }: PictureFrame, at: number): number {
  return (widthPx * (Math.min(at, updates + 1) - 1)) / updates;
}

/** More updates than these cannot be told apart in any picture. */
const MOST_COLUMNS = 2000;

/** Updates that are drawn as one: 1 in all but very long runs. */
export function strideOf(updates: number): number {
  return Math.ceil(updates / MOST_COLUMNS);
}

/** The update at a place; in very long runs the first of those that are drawn as one. */
export function updateAtX({ widthPx, updates }: PictureFrame, x: number): number {
  const index = Math.min(updates - 1, Math.max(0, Math.floor((x / widthPx) * updates)));
  return 1 + index - (index % strideOf(updates));
}

/** Updates on either side that a hand may be off by. */
export function reachOf({ widthPx, updates }: PictureFrame, px: number): number {
  return Math.floor((px / widthPx) * updates);
}

/** Updates to name below the picture: the first, round ones, the last. */
export function updateTicks(updates: number): readonly number[] {
  return [...new Set(rangeAxis(updates).ticks.map((tick) => Math.max(1, tick)))];
}
