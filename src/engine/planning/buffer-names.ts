/** Names of persistent buffers, shared by slice, update and evaluation programs. */
export const parameterName = (name: string): string => `parameter/${name}`;
export const accumulatorName = (name: string): string => `accumulator/${name}`;

export const INPUT_NAMES = { examples: 'input/examples', labels: 'input/labels', weights: 'input/weights' } as const;
export const STEP_BLOCK_NAME = 'step-block';
/**
 * The name of an input of slice `slice`, counted from 0, of a program that runs several: the first has the name that a
 * program of one slice gives it.
 */
export const ofSlice = (name: string, slice: number): string => (slice === 0 ? name : `${name}/${slice}`);

export const METRICS_NAME = 'metrics';

/** Of all batch normalisations together: the batch's moments as the slices add them up, and the running statistics. */
export const STATISTICS_NAMES = { sums: 'statistics/sums', running: 'statistics/running' } as const;
