import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { TrainingConfig } from '../../core/config/training-config.ts';

export interface ConfigProblem {
  readonly field: keyof TrainingConfig;
  /** A sentence for the person who typed the value. */
  readonly text: string;
}

export interface ConfigState {
  /** What the form says now; a run keeps the configuration it was started with. */
  readonly config: TrainingConfig;
  /** Values that were asked for and could not be taken. */
  readonly problems: readonly ConfigProblem[];
  readonly update: (change: Partial<TrainingConfig>) => void;
  readonly replace: (config: TrainingConfig) => void;
}

const INITIAL_CONFIG: TrainingConfig = {
  workload: 'fashion-mlp',
  batchSize: 512,
  budgetMiB: 6,
  headroom: 0,
  microBatch: 'auto',
  optimizer: 'adam',
  learningRate: 1e-3,
  schedule: 'constant',
  warmUpUpdates: 20,
  momentum: 0.9,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  l2: 0,
  weightDecay: 0.01,
  clipNorm: 0,
  dropout: 0,
  lengthUnit: 'updates',
  length: 300,
  evaluateEvery: 25,
  seed: 1,
};

export const configStore = createStore<ConfigState>((set) => ({
  config: INITIAL_CONFIG,
  problems: [],
  update: (change) => set((state) => ({ config: { ...state.config, ...change } })),
  replace: (config) => set({ config, problems: [] }),
}));

export function useConfig<T>(select: (state: ConfigState) => T): T {
  return useStore(configStore, select);
}
