/** A tool drawn over the picture: what it has touched so far, and what becomes of the weather. Pure. */
import { MAXIMUM_ENTRIES } from '../../core/weather/weather.ts';
import { drawFailures, drawLoss, drawRamp, drawSpike, eraseSpan, type Place } from './draw-entries.ts';
import { paintBudget } from './paint-budget.ts';
import { roundestBetween } from './round-budget.ts';
import type { WeatherEntry } from './weather-entries.ts';
import type { WeatherTool } from './weather-tools.ts';

export interface Gesture {
  readonly tool: WeatherTool;
  readonly begin: Place;
  readonly end: Place;
  /** The lowest and the highest update touched. */
  readonly from: number;
  readonly to: number;
  /** Budgets passed, in MiB, by update; the last of each. */
  readonly painted: ReadonlyMap<number, number>;
}

export interface GestureSettings {
  readonly ownMiB: number;
  readonly updates: number;
  /** Ratio of two budgets that a hand does not tell apart. */
  readonly handRatio: number;
  /** Updates that are drawn as one: every place is the first of so many. */
  readonly stride: number;
  /** Updates on either side by which a hand may be off. */
  readonly reach: number;
  readonly failAllocations: number;
}

/** Most steps of one stroke: more is a scribble, and a long link. */
const MOST_STEPS = 40;

export function beginGesture(tool: WeatherTool, place: Place): Gesture {
  const { update } = place;
  return { tool, begin: place, end: place, from: update, to: update, painted: new Map([[update, place.budgetMiB]]) };
}

/** The pointer has gone on; what it passed between two messages is filled in, on a straight line of the picture. */
export function moveGesture(
  gesture: Gesture,
  place: Place,
  { handRatio, stride }: Pick<GestureSettings, 'handRatio' | 'stride'>,
): Gesture {
  const painted = new Map(gesture.painted);
  const { end } = gesture;
  const distance = place.update - end.update;
  for (let step = stride; step < Math.abs(distance); step += stride) {
    const share = step / Math.abs(distance);
    const exact = end.budgetMiB * (place.budgetMiB / end.budgetMiB) ** share;
    const between = end.budgetMiB === place.budgetMiB ? exact : roundestBetween(exact / handRatio, exact * handRatio);
    painted.set(end.update + Math.sign(distance) * step, between);
  }
  painted.set(place.update, place.budgetMiB);
  return {
    ...gesture,
    end: place,
    from: Math.min(gesture.from, place.update),
    to: Math.max(gesture.to, place.update),
    painted,
  };
}

/** The weather once the pointer is let go. */
export function drawn(
  gesture: Gesture,
  entries: readonly WeatherEntry[],
  { ownMiB, updates, handRatio, stride, reach, failAllocations }: GestureSettings,
): readonly WeatherEntry[] {
  const { tool, begin, end, from, to, painted } = gesture;
  switch (tool) {
    case 'budget': {
      const last = Math.min(updates, to + stride - 1);
      let budgetMiB = ownMiB;
      const budgetsMiB = Array.from({ length: last - from + 1 }, (_, index) => {
        budgetMiB = painted.get(from + index) ?? budgetMiB;
        return budgetMiB;
      });
      const points = entries.filter(
        (entry) => 'update' in entry && (entry.update < from || entry.update > last),
      ).length;
      const maximumSteps = Math.max(1, Math.min(MOST_STEPS, MAXIMUM_ENTRIES - points - 1));
      return paintBudget(entries, { from, budgetsMiB }, { ownMiB, updates, tolerance: handRatio, maximumSteps });
    }
    case 'ramp':
      return drawRamp(entries, begin, end);
    case 'spike':
      return drawSpike(entries, begin, end);
    case 'lost':
      return drawLoss(entries, end.update);
    case 'fail':
      return drawFailures(entries, end.update, failAllocations);
    case 'erase':
      return eraseSpan(entries, from - reach, to + reach);
    default:
      return tool satisfies never;
  }
}
