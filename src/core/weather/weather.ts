/**
 * Memory weather: a budget that changes while a run trains, written down beforehand, so that the same storm can be sent
 * over any run and repeated.
 *
 * Updates and slices are counted from 1, as the page shows them.
 */
import * as v from 'valibot';
import { MAXIMUM_BATCH, MAXIMUM_BUDGET_MIB } from '../config/config-table.ts';

/** A million updates are days of training. */
export const MAXIMUM_UPDATE = 1_000_000;
/** Entries of each list. */
export const MAXIMUM_ENTRIES = 200;
export const MAXIMUM_FAILURES = 1000;
/** Above the size at which a number is written with an exponent. */
export const MINIMUM_BUDGET_MIB = 0.001;

const UPDATE = integerUpTo(MAXIMUM_UPDATE);
const BUDGET_MIB = v.pipe(v.number(), v.finite(), v.minValue(MINIMUM_BUDGET_MIB), v.maxValue(MAXIMUM_BUDGET_MIB));
const MOMENT = { update: UPDATE, slice: v.exactOptional(integerUpTo(MAXIMUM_BATCH)) };

/** What happens before a slice, the first of its update where none is named. */
const POINT_SCHEMA = v.union([
  /** From now on this is the budget. */
  v.strictObject({ ...MOMENT, budgetMiB: BUDGET_MIB }),
  /** The device is lost. */
  v.strictObject({ ...MOMENT, lost: v.literal(true) }),
  /** The next so many allocations fail. */
  v.strictObject({ ...MOMENT, failAllocations: integerUpTo(MAXIMUM_FAILURES) }),
]);

/** The budget goes in a straight line, a step an update, from `fromMiB` at `from` to `toMiB` at `to`, and stays there. */
const RAMP_SCHEMA = v.pipe(
  v.strictObject({ from: UPDATE, to: UPDATE, fromMiB: BUDGET_MIB, toMiB: BUDGET_MIB }),
  v.check(({ from, to }) => from < to, 'a ramp ends after it begins'),
);

/** For the updates `from` to `to`, both included, the budget is this; then what it would have been. */
const SPIKE_SCHEMA = v.pipe(
  v.strictObject({ from: UPDATE, to: UPDATE, budgetMiB: BUDGET_MIB }),
  v.check(({ from, to }) => from <= to, 'a spike does not end before it begins'),
);

/** A script; lists that are left out are empty. */
export const weatherSchema = v.strictObject({
  points: listOf(POINT_SCHEMA),
  ramps: listOf(RAMP_SCHEMA),
  spikes: listOf(SPIKE_SCHEMA),
});

export type Weather = v.InferOutput<typeof weatherSchema>;
export type WeatherPoint = Weather['points'][number];
export type WeatherRamp = Weather['ramps'][number];
export type WeatherSpike = Weather['spikes'][number];

export const CALM: Weather = { points: [], ramps: [], spikes: [] };

function listOf<Item extends v.GenericSchema>(item: Item) {
  return v.optional(v.pipe(v.array(item), v.maxLength(MAXIMUM_ENTRIES), v.readonly()), []);
}

function integerUpTo(maximum: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maximum));
}
