/** Names of persistent buffers, shared by slice, update and evaluation programs. */
export const parameterName = (name: string): string => `parameter/${name}`;
export const accumulatorName = (name: string): string => `accumulator/${name}`;

export const INPUT_NAMES = { examples: 'input/examples', labels: 'input/labels', weights: 'input/weights' } as const;
export const STEP_BLOCK_NAME = 'step-block';
export const METRICS_NAME = 'metrics';

/** Of all batch normalisations together: the batch's moments as the slices add them up, and the running statistics. */
export const STATISTICS_NAMES = { sums: 'statistics/sums', running: 'statistics/running' } as const;
