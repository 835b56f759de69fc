/** Weather as one list of entries, which is how people draw it, read it and change it. Pure. */
import type { Weather, WeatherPoint } from '../../core/weather/weather.ts';

export const ENTRY_KINDS = ['budget', 'ramp', 'spike', 'lost', 'fail'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

interface Moment {
  readonly update: number;
  /** The first where it is left out. */
  readonly slice?: number;
}

interface Span {
  readonly from: number;
  /** Included. */
  readonly to: number;
}

export type BudgetEntry = Moment & { readonly kind: 'budget'; readonly budgetMiB: number };
export type RampEntry = Span & { readonly kind: 'ramp'; readonly fromMiB: number; readonly toMiB: number };
export type SpikeEntry = Span & { readonly kind: 'spike'; readonly budgetMiB: number };
export type LossEntry = Moment & { readonly kind: 'lost' };
export type FailEntry = Moment & { readonly kind: 'fail'; readonly failAllocations: number };

export type WeatherEntry = BudgetEntry | RampEntry | SpikeEntry | LossEntry | FailEntry;

export function entriesOf({ points, ramps, spikes }: Weather): readonly WeatherEntry[] {
  return [
    ...points.map(entryOfPoint),
    ...ramps.map((ramp): RampEntry => ({ kind: 'ramp', ...ramp })),
    ...spikes.map((spike): SpikeEntry => ({ kind: 'spike', ...spike })),
  ];
}

function entryOfPoint(point: WeatherPoint): WeatherEntry {
  if ('budgetMiB' in point) return { kind: 'budget', ...point };
  if ('lost' in point) {
    const { lost: _, ...moment } = point;
    return { kind: 'lost', ...moment };
  }
  return { kind: 'fail', ...point };
}

/** The weather that the entries say, in their order: of two steps of the budget at one moment the later one counts. */
export function weatherOf(entries: readonly WeatherEntry[]): Weather {
  const points: WeatherPoint[] = [];
  const ramps: Weather['ramps'][number][] = [];
  const spikes: Weather['spikes'][number][] = [];
  for (const entry of entries) {
    switch (entry.kind) {
      case 'budget':
        points.push({ ...momentOf(entry), budgetMiB: entry.budgetMiB });
        break;
      case 'lost':
        points.push({ ...momentOf(entry), lost: true });
        break;
      case 'fail':
        points.push({ ...momentOf(entry), failAllocations: entry.failAllocations });
        break;
      case 'ramp':
        ramps.push({ from: entry.from, to: entry.to, fromMiB: entry.fromMiB, toMiB: entry.toMiB });
        break;
      case 'spike':
        spikes.push({ from: entry.from, to: entry.to, budgetMiB: entry.budgetMiB });
        break;
      default:
        entry satisfies never;
    }
  }
  return { points, ramps, spikes };
}

function momentOf({ update, slice }: Moment): Moment {
  return { update, ...(slice !== undefined && { slice }) };
}

/** The first update that an entry is about. */
export function beginOf(entry: WeatherEntry): number {
  return 'from' in entry ? entry.from : entry.update;
}

/** The last one. */
export function endOf(entry: WeatherEntry): number {
  return 'to' in entry ? entry.to : entry.update;
}

/** In the order of time; entries of one moment keep their order. */
export function inOrder(entries: readonly WeatherEntry[]): readonly WeatherEntry[] {
  return [...entries].sort((a, b) => beginOf(a) - beginOf(b) || sliceOf(a) - sliceOf(b));
}

export function sliceOf(entry: WeatherEntry): number {
  return ('slice' in entry ? entry.slice : undefined) ?? 1;
}

/** An entry moved to another slice of its update; the first is left out, since an entry without one is the same. */
export function atSlice(entry: BudgetEntry | LossEntry | FailEntry, slice: number): WeatherEntry {
  const moment = momentOf({ update: entry.update, ...(slice > 1 && { slice }) });
  switch (entry.kind) {
    case 'budget':
      return { ...moment, kind: entry.kind, budgetMiB: entry.budgetMiB };
    case 'lost':
      return { ...moment, kind: entry.kind };
    case 'fail':
      return { ...moment, kind: entry.kind, failAllocations: entry.failAllocations };
    default:
      return entry satisfies never;
  }
}

/** Updates that a ramp or spike takes when it is made from an entry of one moment. */
const NEW_SPAN_UPDATES = 10;
const NEW_FAILURES = 3;

/**
 * An entry turned into another kind at the same place; what the kinds have in common stays.
 *
 * @param budgetMiB of kinds that have one, where `entry` has none
 */
export function asKind(entry: WeatherEntry, kind: EntryKind, budgetMiB: number): WeatherEntry {
  if (entry.kind === kind) return entry;
  const update = beginOf(entry);
  const moment = { update, ...('slice' in entry && entry.slice !== undefined && { slice: entry.slice }) };
  const level = budgetOf(entry) ?? budgetMiB;
  const from = { from: update, to: Math.max(endOf(entry), update + NEW_SPAN_UPDATES) };
  switch (kind) {
    case 'budget':
      return { kind, ...moment, budgetMiB: level };
    case 'ramp':
      return { kind, ...from, fromMiB: budgetMiB, toMiB: level };
    case 'spike':
      return { kind, ...from, budgetMiB: level };
    case 'lost':
      return { kind, ...moment };
    case 'fail':
      return { kind, ...moment, failAllocations: NEW_FAILURES };
    default:
      return kind satisfies never;
  }
}

function budgetOf(entry: WeatherEntry): number | undefined {
  if (entry.kind === 'ramp') return entry.toMiB;
  return 'budgetMiB' in entry ? entry.budgetMiB : undefined;
}
