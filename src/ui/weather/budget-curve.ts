import type { Weather } from '../../core/weather/weather.ts';
import { budgetAt } from '../../core/weather/weather-at.ts';

/** The budget from a moment on, until the next. */
export interface CurveStep {
  /** In updates: 10 is the beginning of update 10, 10.5 the middle of it. */
  readonly at: number;
  readonly budgetMiB: number;
  /** False where the weather says nothing and the person's budget holds. */
  readonly isWeather: boolean;
}

export interface CurveSettings {
  readonly weather: Weather;
  readonly ownMiB: number;
  /** Updates of the run; what comes later is left out. */
  readonly updates: number;
  /** Slices of an update as planned, to place what comes in its middle. */
  readonly slices: number;
}

/** Updates at which all ramps together are read: a picture has hardly more columns for them. */
const MOST_RAMP_STEPS = 1024;

/** The budget over a run: a step for each change, the first at update 1. */
export function budgetCurve({ weather, ownMiB, updates, slices }: CurveSettings): readonly CurveStep[] {
  const curve: CurveStep[] = [];
  for (const { update, slice } of momentsOf(weather, updates)) {
    const said = budgetAt(weather, update, slice);
    const budgetMiB = said ?? ownMiB;
    const isWeather = said !== undefined;
    const last = curve.at(-1);
    if (last?.budgetMiB === budgetMiB && last.isWeather === isWeather) continue;
    // A slice that never comes takes effect with the next one that does: the beginning of the next update.
    const at = update + Math.min(1, (slice - 1) / slices);
    curve.push({ at, budgetMiB, isWeather });
  }
  return curve;
}

/** Every moment at which the budget may change, in order. */
function momentsOf({ points, ramps, spikes }: Weather, updates: number) {
  const moments = new Map<string, { readonly update: number; readonly slice: number }>();
  const add = (update: number, slice = 1) => {
    if (update <= updates) moments.set(`${update}s${slice}`, { update, slice });
  };
  add(1);
  for (const point of points) if ('budgetMiB' in point) add(point.update, point.slice);
  const stepsEach = Math.ceil(MOST_RAMP_STEPS / Math.max(1, ramps.length));
  for (const { from, to } of ramps) {
    const end = Math.min(to, updates);
    const stride = Math.ceil((end - from) / stepsEach);
    for (let update = from; update < end; update += stride) add(update);
    add(end);
  }
  for (const { from, to } of spikes) {
    add(from);
    add(to + 1);
  }
  return [...moments.values()].sort((a, b) => a.update - b.update || a.slice - b.slice);
}
