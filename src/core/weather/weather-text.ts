import * as v from 'valibot';
import { duplicateJsonKey } from '../duplicate-json-key.ts';
import { shortened } from '../shortened.ts';
import { CALM, type Weather, type WeatherPoint, weatherSchema } from './weather.ts';

/** A longer text is not looked at. */
const MAXIMUM_CHARACTERS = 100_000;

export type WeatherProblemCode = 'too-long' | 'not-json' | 'duplicate-name' | 'unknown-entry' | 'bad-value';

export type ParsedWeather =
  | { readonly type: 'weather'; readonly weather: Weather }
  /** `found` quotes at most 60 characters of the text; `expected` says what would do. */
  | {
      readonly type: 'problem';
      readonly code: WeatherProblemCode;
      readonly found: string;
      readonly expected: string;
    };

/**
 * Reads weather, from JSON where the text begins with "{", else in the short form that `weatherToText` writes. Never
 * throws, whatever the text is: all of it is good, or none of it is taken. An empty text is calm weather.
 */
export function parseWeather(text: string): ParsedWeather {
  if (text.length > MAXIMUM_CHARACTERS) {
    return problem('too-long', `${text.length} characters`, `at most ${MAXIMUM_CHARACTERS} characters`);
  }
  const trimmed = text.trim();
  if (trimmed === '') return { type: 'weather', weather: CALM };
  return trimmed.startsWith('{') ? parseJson(trimmed) : parseShortForm(trimmed);
}

/** The short form of what a text says, which is the same for all texts that say it; `undefined` for no weather. */
export function canonicalWeather(text: string): string | undefined {
  const parsed = parseWeather(text);
  return parsed.type === 'weather' ? weatherToText(parsed.weather) : undefined;
}

function parseJson(text: string): ParsedWeather {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problem('not-json', text, 'JSON');
  }
  const duplicate = duplicateJsonKey(text);
  if (duplicate !== undefined) return problem('duplicate-name', duplicate, 'every name once');
  return validated(value);
}

/** The entries of the short form, by examples. */
export const WEATHER_ENTRIES = 'entries such as 10s2b512, 40lost, 50fail9, 60-80b512-1024 or 90-92b128';

const ENTRY_SEPARATOR = '_';
const NUMBER = String.raw`(\d{1,12}(?:\.\d{1,20})?)`;
const POINT = new RegExp(`^(\\d{1,9})(?:s(\\d{1,9}))?(?:b${NUMBER}|(lost)|fail(\\d{1,9}))$`);
const SPAN = new RegExp(`^(\\d{1,9})-(\\d{1,9})b${NUMBER}(?:-${NUMBER})?$`);

/**
 * Weather in characters that an address takes as they are. Entries are joined by "_":
 *
 * - `10b512`: at update 10 the budget becomes 512 MiB; `10s2b512`: before slice 2 of it
 * - `40lost`: the device is lost; `50fail9`: the next 9 allocations fail
 * - `60-80b512-1024`: a ramp from 512 MiB at update 60 to 1,024 MiB at update 80
 * - `90-92b128`: a spike, 128 MiB in updates 90 to 92
 *
 * `parseWeather` reads the same weather back, every number to the bit.
 */
export function weatherToText({ points, ramps, spikes }: Weather): string {
  return [
    ...points.map(pointText),
    ...ramps.map(({ from, to, fromMiB, toMiB }) => `${from}-${to}b${fromMiB}-${toMiB}`),
    ...spikes.map(({ from, to, budgetMiB }) => `${from}-${to}b${budgetMiB}`),
  ].join(ENTRY_SEPARATOR);
}

function pointText(point: WeatherPoint): string {
  const moment = `${point.update}${point.slice === undefined ? '' : `s${point.slice}`}`;
  if ('budgetMiB' in point) return `${moment}b${point.budgetMiB}`;
  return 'lost' in point ? `${moment}lost` : `${moment}fail${point.failAllocations}`;
}

function parseShortForm(text: string): ParsedWeather {
  const points: unknown[] = [];
  const ramps: unknown[] = [];
  const spikes: unknown[] = [];
  for (const entry of text.split(ENTRY_SEPARATOR)) {
    const [, from, to, first, second] = SPAN.exec(entry) ?? [];
    const span = { from: Number(from), to: Number(to) };
    if (second !== undefined) ramps.push({ ...span, fromMiB: Number(first), toMiB: Number(second) });
    else if (first !== undefined) spikes.push({ ...span, budgetMiB: Number(first) });
    else {
      const point = pointOf(entry);
      if (point === undefined) {
        return problem('unknown-entry', entry, WEATHER_ENTRIES);
      }
      points.push(point);
    }
  }
  return validated({ points, ramps, spikes });
}

function pointOf(entry: string): unknown {
  const match = POINT.exec(entry);
  if (match === null) return undefined;
  const [, update, slice, budgetMiB, lost, failAllocations] = match;
  return {
    update: Number(update),
    ...(slice !== undefined && { slice: Number(slice) }),
    ...(budgetMiB !== undefined && { budgetMiB: Number(budgetMiB) }),
    ...(lost !== undefined && { lost: true }),
    ...(failAllocations !== undefined && { failAllocations: Number(failAllocations) }),
  };
}

/** Which of the three a point was meant to be is not known. */
const A_POINT = 'an update, perhaps a slice, and one of budgetMiB, lost (true) and failAllocations';

function validated(value: unknown): ParsedWeather {
  const { success, output, issues } = v.safeParse(weatherSchema, value);
  if (success) return { type: 'weather', weather: output };
  const [{ type, received, expected, message }] = issues;
  const path = v.getDotPath(issues[0]) ?? 'weather';
  return problem('bad-value', `${path}: ${received}`, type === 'union' ? A_POINT : (expected ?? message));
}

function problem(code: WeatherProblemCode, found: string, expected: string): ParsedWeather {
  return { type: 'problem', code, found: shortened(found), expected };
}
