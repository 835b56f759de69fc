/** The two small blocks through which the host and an update speak: numbers in, numbers out. */

/** Float words of the update block, written by the host before each update: [0] learning rate, [1] examples, rest 0. */
export const UPDATE_BLOCK_WORDS = 4;

/** What the host decides anew for each update. */
export interface UpdateInputs {
  readonly learningRate: number;
  /** Examples of the batch. */
  readonly examples: number;
}

/** Writes `inputs` into `block` (4 floats). The caller keeps and reuses `block`. */
export function writeUpdateBlock(block: Float32Array, inputs: UpdateInputs): void {
  block.fill(0);
  block[0] = inputs.learningRate;
  block[1] = inputs.examples;
}

/** Float words of the metrics block, cleared before an update's first slice. */
export const METRICS_WORDS = 8;

/** Places in the metrics block. */
export const METRIC = {
  /** Σ wᵢ·ℓᵢ / Σ wᵢ of the batch, summed by the slices. */
  loss: 0,
  /** Weighted share of right answers, summed by the slices. */
  accuracy: 1,
  /** Global norm of the accumulated gradient, before clipping. Not finite where that gradient is not. */
  gradientNorm: 2,
  /** 1 where loss or norm was not finite and the update changed nothing, else 0. */
  skipped: 3,
  /** Updates made, without skipped ones. */
  updates: 4,
} as const;

export interface UpdateMetrics {
  readonly loss: number;
  readonly accuracy: number;
  readonly gradientNorm: number;
  readonly skipped: boolean;
  readonly updates: number;
}

/** Reads a metrics block (8 floats) that came back from the device. */
export function readMetrics(block: Float32Array): UpdateMetrics {
  return {
    loss: block[METRIC.loss] ?? Number.NaN,
    accuracy: block[METRIC.accuracy] ?? Number.NaN,
    gradientNorm: block[METRIC.gradientNorm] ?? Number.NaN,
    skipped: block[METRIC.skipped] !== 0,
    updates: block[METRIC.updates] ?? 0,
  };
}
