/** Validity of settings as valibot schemas, made from the table: for the address, the command line and stored values. */
import * as v from 'valibot';
import { canonicalWeather } from '../weather/weather-text.ts';
import type { AutoOrIntegerField, ChoiceField, NumberField, NumberRange } from './config-field.ts';
import { CONFIG_TABLE } from './config-table.ts';
import type { TrainingConfig } from './training-config.ts';

const t = CONFIG_TABLE;

/** A whole configuration, every setting present and in its range; unknown settings are refused. */
export const trainingConfigSchema = v.strictObject({
  workload: choice(t.workload),
  batchSize: numeric(t.batchSize),
  budgetMiB: numeric(t.budgetMiB),
  headroom: numeric(t.headroom),
  weather: v.pipe(v.string(), v.check(isWeatherText)),
  microBatch: autoOrInteger(t.microBatch),
  search: choice(t.search),
  accumulation: choice(t.accumulation),
  optimizer: choice(t.optimizer),
  learningRate: numeric(t.learningRate),
  schedule: choice(t.schedule),
  warmUpUpdates: numeric(t.warmUpUpdates),
  momentum: numeric(t.momentum),
  beta1: numeric(t.beta1),
  beta2: numeric(t.beta2),
  epsilon: numeric(t.epsilon),
  l2: numeric(t.l2),
  weightDecay: numeric(t.weightDecay),
  clipNorm: numeric(t.clipNorm),
  dropout: numeric(t.dropout),
  normalization: choice(t.normalization),
  recomputation: choice(t.recomputation),
  timeSteps: numeric(t.timeSteps),
  lengthUnit: choice(t.lengthUnit),
  length: numeric(t.length),
  evaluateEvery: numeric(t.evaluateEvery),
  testExamples: numeric(t.testExamples),
  seed: numeric(t.seed),
}) satisfies v.GenericSchema<unknown, TrainingConfig>;

function choice<V extends string>(field: ChoiceField<V>) {
  return v.picklist(field.options);
}

/** True for the one way in which some weather is written. */
function isWeatherText(text: string): boolean {
  return canonicalWeather(text) === text;
}

function numeric(field: NumberField): v.GenericSchema<number> {
  if (field.type === 'integer') return integerIn(field);
  return v.pipe(v.number(), v.finite(), v.minValue(field.minimum), v.maxValue(field.maximum));
}

function autoOrInteger(field: AutoOrIntegerField): v.GenericSchema<number | 'auto'> {
  return v.union([v.literal('auto'), integerIn(field)]);
}

function integerIn(range: NumberRange): v.GenericSchema<number> {
  return v.pipe(v.number(), v.integer(), v.minValue(range.minimum), v.maxValue(range.maximum));
}
