/** The upright axis of the weather picture: budgets in MiB on a logarithmic scale, and back. Pure. */
import { clampBudget, roundestBetween } from './round-budget.ts';

export interface BudgetScale {
  readonly lowMiB: number;
  readonly highMiB: number;
  /** Height of the plot; 0 is its top. */
  readonly heightPx: number;
}

/** Room above and below what is shown, as a ratio: a budget can be drawn half as large again. */
const ROOM = 1.5;
/** No picture shows less than this ratio of budgets: nothing else would be in sight. */
const LEAST_RATIO = 3;

/** A scale on which all of `budgetsMiB` are shown, at least one, with room to draw above and below. */
export function budgetScale(budgetsMiB: readonly number[], heightPx: number): BudgetScale {
  const least = Math.min(...budgetsMiB);
  const most = Math.max(...budgetsMiB);
  const missing = Math.max(1, Math.sqrt(LEAST_RATIO / ((most / least) * ROOM * ROOM)));
  return {
    lowMiB: clampBudget(least / ROOM / missing),
    highMiB: clampBudget(most * ROOM * missing),
    heightPx,
  };
}

export function yOf({ lowMiB, highMiB, heightPx }: BudgetScale, budgetMiB: number): number {
  return heightPx * (1 - Math.log(budgetMiB / lowMiB) / Math.log(highMiB / lowMiB));
}

/** The exact budget at a height, within the scale. */
export function budgetAtY({ lowMiB, highMiB, heightPx }: BudgetScale, y: number): number {
  const share = Math.min(1, Math.max(0, 1 - y / heightPx));
  return lowMiB * (highMiB / lowMiB) ** share;
}

/** Pixels by which a hand may be off. */
const HAND_PX = 3;
/** Pixels from which a mark draws the hand to it. */
const MAGNET_PX = 5;

/** Ratio of two budgets that are so many pixels apart. */
export function ratioOfPx({ lowMiB, highMiB, heightPx }: BudgetScale, px: number): number {
  return (highMiB / lowMiB) ** (px / heightPx);
}

/** Ratio of two budgets that a hand does not tell apart. */
export function handRatio(scale: BudgetScale): number {
  return ratioOfPx(scale, HAND_PX);
}

/** The budget a hand means at a height: a mark close by, such as the person's own budget, else the roundest there. */
export function meantBudget(scale: BudgetScale, y: number, marksMiB: readonly number[]): number {
  const mark = marksMiB.find((candidate) => Math.abs(yOf(scale, candidate) - y) <= MAGNET_PX);
  if (mark !== undefined) return mark;
  const exact = budgetAtY(scale, y);
  const ratio = handRatio(scale);
  return clampBudget(roundestBetween(exact / ratio, exact * ratio));
}

const MULTIPLES = [1, 2, 5] as const;
const FINE_MULTIPLES = [1, 1.5, 2, 3, 4, 5, 6, 8] as const;
const MIB_PER_GIB = 1024;

/** Round budgets along the scale, about `wanted` of them. */
export function budgetTicks({ lowMiB, highMiB }: BudgetScale, wanted: number): readonly number[] {
  const inRange = (multiples: readonly number[]) => roundBudgets(highMiB, multiples).filter((tick) => tick >= lowMiB);
  const coarse = inRange(MULTIPLES);
  const ticks = coarse.length >= 3 ? coarse : inRange(FINE_MULTIPLES);
  const stride = Math.max(1, Math.round(ticks.length / wanted));
  return ticks.filter((_, index) => index % stride === 0);
}

/** Rising multiples of powers of ten, of MiB below 1 GiB and of GiB above. */
function roundBudgets(highMiB: number, multiples: readonly number[]): readonly number[] {
  const decades = [-3, -2, -1, 0, 1, 2, 3];
  const plain = decades.flatMap((power) =>
    multiples.map((multiple) => Number((multiple * 10 ** power).toPrecision(3))),
  );
  const mib = plain.filter((value) => value < MIB_PER_GIB);
  const gib = plain.filter((value) => value >= 1).map((value) => value * MIB_PER_GIB);
  return [...mib, ...gib].filter((value) => value <= highMiB);
}
