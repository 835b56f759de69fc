import type { CurveStep } from './budget-curve.ts';
import { yOf } from './budget-scale.ts';
import { type PictureFrame, xOf } from './picture-frame.ts';

export interface CurvePaths {
  /** The budget where the weather decides it, and where it is the person's own. */
  readonly weather: string;
  readonly own: string;
  /** Everything below the budget. */
  readonly area: string;
}

/** A budget over a run as paths of an SVG: level, then upright, never slanted, since a budget changes at once. */
export function curvePaths(curve: readonly CurveStep[], frame: PictureFrame): CurvePaths {
  const bottom = frame.heightPx;
  let weather = '';
  let own = '';
  let area = `M0 ${bottom}`;
  for (const [index, step] of curve.entries()) {
    const next = curve[index + 1];
    const [x, end] = [xOf(frame, step.at), xOf(frame, next?.at ?? frame.updates + 1)].map(short);
    const y = short(clampedY(frame, step.budgetMiB));
    const before = curve[index - 1];
    const level = `M${x} ${y}H${end}`;
    // A riser belongs to what follows it.
    const path = before ? `M${x} ${short(clampedY(frame, before.budgetMiB))}V${y}H${end}` : level;
    if (step.isWeather) weather += path;
    else own += path;
    area += `L${x} ${y}H${end}`;
  }
  return { weather, own, area: `${area}V${bottom}Z` };
}

function clampedY({ scale, heightPx }: PictureFrame, budgetMiB: number): number {
  return Math.min(heightPx, Math.max(0, yOf(scale, budgetMiB)));
}

/** Tenths of a pixel: paths of a ramp have hundreds of numbers. */
function short(px: number): number {
  return Math.round(px * 10) / 10;
}
