/**
 * What the form, the address and the command line need to know about one setting: identifiers and numbers, no texts.
 */
import type { TrainingConfig } from './training-config.ts';

export type ConfigKey = keyof TrainingConfig;

export const CONFIG_GROUPS = ['workload', 'batch', 'memory', 'optimizer', 'run'] as const;
export type ConfigGroup = (typeof CONFIG_GROUPS)[number];

interface FieldBase<V> {
  /**
   * Names in the address and, with two dashes before, on the command line. One name for most settings; two for
   * `length` (`updates=300` or `epochs=3`: the name decides `lengthUnit`); none for `lengthUnit` itself.
   */
  readonly params: readonly string[];
  readonly group: ConfigGroup;
  /** Value where the workload says nothing else; see `defaultConfig`. */
  readonly default: V;
  /** False where the setting changes nothing under `config`, e.g. beta1 under SGD. It keeps its value all the same. */
  appliesTo(config: TrainingConfig): boolean;
}

/** The numbers of a setting that is a number, or may be one. */
export interface NumberRange {
  /** Smallest and largest value accepted, both included. In the setting's own unit: MiB for the budget. */
  readonly minimum: number;
  readonly maximum: number;
  /** Step of the number input. */
  readonly step: number;
  readonly scale: 'linear' | 'log';
  /**
   * The comfortable part of the range, for a slider; null where a slider makes no sense. On a logarithmic scale `from`
   * is above zero even where zero is accepted.
   */
  readonly slider: { readonly from: number; readonly to: number } | null;
}

export interface ChoiceField<V extends string> extends FieldBase<V> {
  readonly type: 'choice';
  readonly options: readonly V[];
}

/** `MiB`: a number of MiB, fractions allowed, which people may write with a unit of bytes. */
export interface NumberField extends FieldBase<number>, NumberRange {
  readonly type: 'integer' | 'number' | 'MiB';
}

export interface AutoOrIntegerField extends FieldBase<number | 'auto'>, NumberRange {
  readonly type: 'auto-or-integer';
}

/** Memory weather, as text in its short form. */
export interface WeatherField extends FieldBase<string> {
  readonly type: 'weather';
}

/** Any row of the table, for code that walks over all of them. */
export type ConfigField = ChoiceField<string> | NumberField | AutoOrIntegerField | WeatherField;

type FieldOf<V> = [V] extends [number] ? NumberField : [V] extends [string] ? TextFieldOf<V> : AutoOrIntegerField;
type TextFieldOf<V extends string> = string extends V ? WeatherField : ChoiceField<V>;

/** One row for each setting; a setting without a row does not compile. */
export type ConfigTable = { readonly [K in ConfigKey]: FieldOf<TrainingConfig[K]> };
