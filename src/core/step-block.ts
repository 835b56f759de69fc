/**
 * The step block: 8 words written before each slice. It is all that a traced program learns about where it stands;
 * anything random is keyed by it.
 */
export const STEP_BLOCK_WORDS = 8;

export interface StepPosition {
  readonly seed: number;
  /** Number of the update, from 0. */
  readonly update: number;
  /** Position in the batch of the slice's first example. */
  readonly firstExample: number;
}

/** Writes `position` into `block` (int32, 8 words): seed, update, first example, zeros. */
export function writeStepBlock(block: Int32Array, position: StepPosition): void {
  block.fill(0);
  block[0] = position.seed | 0;
  block[1] = position.update | 0;
  block[2] = position.firstExample | 0;
}
