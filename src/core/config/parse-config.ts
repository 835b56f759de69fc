import * as v from 'valibot';
import { BYTES_PER_MIB, parseBytes } from '../bytes.ts';
import { canonicalWeather, parseWeather } from '../weather/weather-text.ts';
import { allowedValues } from './allowed-values.ts';
import type { ConfigField, ConfigKey } from './config-field.ts';
import { trainingConfigSchema } from './config-schema.ts';
import { CONFIG_KEYS, configField } from './config-table.ts';
import { DEFAULT_WORKLOAD, defaultConfig } from './default-config.ts';
import { LENGTH_UNITS, type TrainingConfig } from './training-config.ts';

/** A setting that was asked for and not taken. */
export interface ConfigProblem {
  /** The name as it was given: `batch`. */
  readonly key: string;
  readonly value: string;
  /** A sentence that names the setting, its value and what is allowed. */
  readonly message: string;
  /** The setting meant; absent where no setting has the name. */
  readonly field?: ConfigKey;
  /** The name under which the setting was taken before: its own where it is repeated, another that excludes it. */
  readonly earlierKey?: string;
}

export interface ParsedConfig {
  /** Always valid: good values are taken, the others are the workload's defaults. */
  readonly config: TrainingConfig;
  readonly problems: readonly ConfigProblem[];
}

const FIELD_OF_PARAM: ReadonlyMap<string, ConfigKey> = new Map(
  CONFIG_KEYS.flatMap((key) => configField(key).params.map((param): [string, ConfigKey] => [param, key])),
);

/** The names of all settings, as in the address and, with two dashes before, on the command line. */
export const CONFIG_PARAMS: readonly string[] = [...FIELD_OF_PARAM.keys()];

/**
 * Reads a configuration from names and texts, e.g. the parameters of an address or the flags of a command line.
 * Never throws. Of a setting given more than once the first valid value counts, and the others are problems.
 *
 * @param unknownKeys what a name that is no setting is: a problem on a command line; nothing in an address, which also
 *   carries other things
 */
export function parseConfig(
  entries: Iterable<readonly [key: string, value: string]>,
  unknownKeys: 'report' | 'ignore',
): ParsedConfig {
  const problems: ConfigProblem[] = [];
  const taken = new Map<ConfigKey, { readonly key: string; readonly value: unknown }>();
  for (const [key, text] of entries) {
    const field = FIELD_OF_PARAM.get(key);
    if (field === undefined) {
      if (unknownKeys === 'report') problems.push({ key, value: text, message: unknownMessage(key) });
      continue;
    }
    const problem = (message: string) => problems.push({ key, value: text, message, field });
    const earlier = taken.get(field);
    const value = readText(configField(field), text);
    if (earlier) {
      const message = repeatedMessage(key, text, earlier.key);
      problems.push({ key, value: text, message, field, earlierKey: earlier.key });
    } else if (v.is(trainingConfigSchema.entries[field], value)) taken.set(field, { key, value });
    else problem(invalidMessage(key, text, configField(field)));
  }
  return { config: configOf(taken), problems };
}

/** The text's value, valid or not; `undefined` where it says nothing. */
function readText(field: ConfigField, text: string): unknown {
  const trimmed = text.trim();
  switch (field.type) {
    case 'choice':
      return trimmed.toLowerCase();
    case 'integer':
    case 'number':
      return readNumber(trimmed);
    case 'MiB':
      return readMiB(trimmed);
    case 'auto-or-integer':
      return trimmed.toLowerCase() === 'auto' ? 'auto' : readNumber(trimmed);
    case 'weather':
      return canonicalWeather(trimmed);
    default:
      return field satisfies never;
  }
}

/** A plain decimal number; stricter than `Number`, which takes "", "0x10" and "Infinity". */
function readNumber(text: string): number | undefined {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
  return Number(text) + 0; // -0 becomes 0
}

/** MiB, a bare number included, are taken as they stand; other units come by way of whole bytes. */
function readMiB(text: string): number | undefined {
  const mebibytes = readNumber(text.replace(/\s*MiB$/i, ''));
  if (mebibytes !== undefined) return mebibytes;
  const bytes = parseBytes(text);
  return bytes === undefined ? undefined : bytes / BYTES_PER_MIB;
}

function configOf(taken: ReadonlyMap<ConfigKey, { readonly key: string; readonly value: unknown }>): TrainingConfig {
  const workload = v.fallback(trainingConfigSchema.entries.workload, DEFAULT_WORKLOAD);
  const values = Object.fromEntries([...taken].map(([field, { value }]) => [field, value]));
  const lengthParam = taken.get('length')?.key;
  const lengthUnit = LENGTH_UNITS.find((unit) => unit === lengthParam);
  return v.parse(trainingConfigSchema, {
    ...defaultConfig(v.parse(workload, values.workload)),
    ...values,
    ...(lengthUnit && { lengthUnit }),
  });
}

function invalidMessage(key: string, text: string, field: ConfigField): string {
  const weather = field.type === 'weather' ? parseWeather(text) : undefined;
  if (weather?.type === 'problem') return `${key} has “${weather.found}”; expected: ${weather.expected}.`;
  return `${key} is “${shortened(text)}”, but must be ${allowedValues(field)}.`;
}

function unknownMessage(key: string): string {
  return `“${shortened(key)}” is not a setting; the settings are ${CONFIG_PARAMS.join(', ')}.`;
}

function repeatedMessage(key: string, text: string, earlier: string): string {
  const reason = key === earlier ? 'is given more than once' : `and ${earlier} exclude each other`;
  return `${key} ${reason}: “${shortened(text)}” is not used.`;
}

/** At most 40 characters, so that a hostile address cannot fill the page. */
function shortened(text: string): string {
  const characters = [...text.slice(0, 100)];
  return characters.length > 40 ? `${characters.slice(0, 40).join('')}…` : text;
}
