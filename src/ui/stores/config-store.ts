import * as v from 'valibot';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { allowedValues } from '../../core/config/allowed-values.ts';
import type { ConfigKey } from '../../core/config/config-field.ts';
import { trainingConfigSchema } from '../../core/config/config-schema.ts';
import { CONFIG_KEYS, configField } from '../../core/config/config-table.ts';
import { DEFAULT_WORKLOAD, defaultConfig } from '../../core/config/default-config.ts';
import type { ConfigProblem } from '../../core/config/parse-config.ts';
import type { TrainingConfig } from '../../core/config/training-config.ts';

export interface ConfigState {
  /** What the form says now, always valid; a run keeps the configuration it was started with. */
  readonly config: TrainingConfig;
  /** Values that were asked for, by the address or the form, and not taken. */
  readonly problems: readonly ConfigProblem[];
  /** Takes a change if the result is valid; else keeps the old values and names the problems. */
  readonly update: (change: Partial<TrainingConfig>) => void;
  readonly replace: (config: TrainingConfig, problems?: readonly ConfigProblem[]) => void;
}

export const configStore = createStore<ConfigState>((set) => ({
  config: defaultConfig(DEFAULT_WORKLOAD),
  problems: [],
  update: (change) =>
    set((state) => {
      const problems = changedKeys(change).flatMap((key) => problemOf(key, change[key]));
      return problems.length > 0 ? { problems } : { config: { ...state.config, ...change }, problems: [] };
    }),
  replace: (config, problems = []) => set({ config, problems }),
}));

function changedKeys(change: Partial<TrainingConfig>): readonly ConfigKey[] {
  return CONFIG_KEYS.filter((key) => change[key] !== undefined);
}

function problemOf(key: ConfigKey, value: unknown): readonly ConfigProblem[] {
  if (v.is(trainingConfigSchema.entries[key], value)) return [];
  const text = String(value);
  return [
    { key, value: text, message: `${key} is “${text}”, but must be ${allowedValues(configField(key))}.`, field: key },
  ];
}

export function useConfig<T>(select: (state: ConfigState) => T): T {
  return useStore(configStore, select);
}
