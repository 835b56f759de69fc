/** What the tools of the picture do to the weather, each from entries to entries. Pure. */
import { withoutSpan } from './clear-span.ts';
import { beginOf, endOf, inOrder, sliceOf, type WeatherEntry } from './weather-entries.ts';

export interface Place {
  readonly update: number;
  readonly budgetMiB: number;
}

/** A straight change of the budget between two places, whichever was first; it stays at its end. None within one update. */
export function drawRamp(entries: readonly WeatherEntry[], one: Place, other: Place): readonly WeatherEntry[] {
  const [first, last] = one.update <= other.update ? [one, other] : [other, one];
  if (first.update === last.update) return entries;
  const ramp = {
    kind: 'ramp',
    from: first.update,
    to: last.update,
    fromMiB: first.budgetMiB,
    toMiB: last.budgetMiB,
  } as const;
  return inOrder([...withoutSpan(entries, ramp.from, ramp.to), ramp]);
}

/** Another budget for a while, from one update to another, both included; then what it would have been. */
export function drawSpike(entries: readonly WeatherEntry[], begin: Place, end: Place): readonly WeatherEntry[] {
  const from = Math.min(begin.update, end.update);
  const to = Math.max(begin.update, end.update);
  const others = entries.flatMap((entry) => (entry.kind === 'spike' ? withoutSpan([entry], from, to) : [entry]));
  return inOrder([...others, { kind: 'spike', from, to, budgetMiB: end.budgetMiB }]);
}

/** The device is lost at an update, once. */
export function drawLoss(entries: readonly WeatherEntry[], update: number): readonly WeatherEntry[] {
  const isThere = entries.some((entry) => entry.kind === 'lost' && entry.update === update && sliceOf(entry) === 1);
  return isThere ? entries : inOrder([...entries, { kind: 'lost', update }]);
}

/** The next so many allocations after the beginning of an update fail. */
export function drawFailures(
  entries: readonly WeatherEntry[],
  update: number,
  failAllocations: number,
): readonly WeatherEntry[] {
  const others = entries.filter((entry) => !(entry.kind === 'fail' && entry.update === update && sliceOf(entry) === 1));
  return inOrder([...others, { kind: 'fail', update, failAllocations }]);
}

/** Takes out every entry that has anything to do with the updates `from` to `to`. */
export function eraseSpan(entries: readonly WeatherEntry[], from: number, to: number): readonly WeatherEntry[] {
  return entries.filter((entry) => endOf(entry) < from || beginOf(entry) > to);
}
