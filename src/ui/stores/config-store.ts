import * as v from 'valibot';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { trainingConfigSchema } from '../../core/config/config-schema.ts';
import { isConfigKey } from '../../core/config/config-table.ts';
import { DEFAULT_WORKLOAD, defaultConfig } from '../../core/config/default-config.ts';
import type { TrainingConfig } from '../../core/config/training-config.ts';

export interface ConfigProblem {
  readonly field: keyof TrainingConfig;
  /** A sentence for the person who typed the value. */
  readonly text: string;
}

export interface ConfigState {
  /** What the form says now, always valid; a run keeps the configuration it was started with. */
  readonly config: TrainingConfig;
  /** Values that were asked for and not taken, from the last change. */
  readonly problems: readonly ConfigProblem[];
  /** Takes a change if the result is valid; else keeps the old values and names the problems. */
  readonly update: (change: Partial<TrainingConfig>) => void;
  readonly replace: (config: TrainingConfig) => void;
}

export const configStore = createStore<ConfigState>((set) => ({
  config: defaultConfig(DEFAULT_WORKLOAD),
  problems: [],
  update: (change) =>
    set((state) => {
      const parsed = v.safeParse(trainingConfigSchema, { ...state.config, ...change });
      return parsed.success ? { config: parsed.output, problems: [] } : { problems: problemsOf(parsed.issues) };
    }),
  replace: (config) => set({ config, problems: [] }),
}));

function problemsOf(issues: readonly v.BaseIssue<unknown>[]): readonly ConfigProblem[] {
  return issues.flatMap((issue) => {
    const key = issue.path?.[0]?.key;
    return typeof key === 'string' && isConfigKey(key) ? [{ field: key, text: issue.message }] : [];
  });
}

export function useConfig<T>(select: (state: ConfigState) => T): T {
  return useStore(configStore, select);
}
