/** Axes of plain numbers: round ends, round steps, and few changes while a run grows. */

import { formatInteger } from '../strings/format.ts';

export interface NumberAxis {
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
}

const STEPS = [1, 2, 5, 10] as const;

/** The smallest of 1, 2, 5 × 10ⁿ that is at least `value`. */
export function roundUp125(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = STEPS.find((candidate) => candidate * power >= value * (1 - 1e-9)) ?? 10;
  // Powers below one are not exact in binary; twelve digits are.
  return Number((step * power).toPrecision(12));
}

/**
 * An axis from 0 to a round number at or above `maximum`, with at most `maximumSteps` equal steps.
 * Anything not above zero gives an axis from 0 to 1.
 */
export function axisFromZero(maximum: number, maximumSteps = 4): NumberAxis {
  const top = maximum > 0 && Number.isFinite(maximum) ? maximum : 1;
  return axisOfSteps(top, roundUp125(top / maximumSteps));
}

/** Like axisFromZero, for things that are counted: no tick between two whole numbers. */
export function countAxis(maximum: number, maximumSteps = 4): NumberAxis {
  return axisOfSteps(Math.max(1, maximum), Math.max(1, roundUp125(maximum / maximumSteps)));
}

function axisOfSteps(top: number, step: number): NumberAxis {
  const steps = Math.max(1, Math.ceil(top / step - 1e-9));
  const ticks = Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)));
  return { domain: [0, ticks.at(-1) ?? step], ticks };
}

/** Updates shown before anything is known about a run. */
const EMPTY_RUN_UPDATES = 100;
const FIRST_END = 20;

/**
 * The x-axis of a run: from 0 to a round number of updates, never beyond the run's end. It grows in a few jumps
 * (20, 50, 100, 200 …), not with every point, so that curves stand still between them.
 *
 * @param latest updates made so far
 * @param total updates of the whole run; undefined or 0 while unknown
 */
export function updatesAxis(latest: number, total: number | undefined): NumberAxis {
  const end = total !== undefined && total > 0 ? total : EMPTY_RUN_UPDATES;
  const shown = latest > 0 ? Math.max(latest, Math.min(end, roundUp125(Math.max(FIRST_END, latest)))) : end;
  return rangeAxis(shown);
}

/** An axis from 0 to exactly `end`, a count: about five round ticks, and one at the end. */
export function rangeAxis(end: number): NumberAxis {
  const step = Math.max(1, roundUp125(end / 5));
  const ticks: number[] = [];
  for (let tick = 0; tick < end - 0.4 * step; tick += step) ticks.push(tick);
  ticks.push(end);
  return { domain: [0, end], ticks };
}

/** A tick without needless zeros: 0, 0.5, 20, 5,000, 15k, 2M, 5e10. */
export function tickText(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e9) return Number(value.toPrecision(3)).toExponential().replace('e+', 'e');
  if (size >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (size >= 1e4) return `${Number((value / 1e3).toPrecision(3))}k`;
  if (size >= 1000) return formatInteger(value);
  if (size >= 1e-3 || size === 0) return String(Number(value.toPrecision(4)));
  return value.toExponential(0).replace('e-', 'e−');
}
