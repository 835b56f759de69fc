/** What the worker is doing. One value, never a handful of booleans. */
export const TRAINING_PHASES = [
  'idle',
  'loading',
  'searching',
  'compiling',
  'training',
  'paused',
  'evaluating',
  'finished',
  'stopped',
  'failed',
] as const;

export type TrainingPhase = (typeof TRAINING_PHASES)[number];
