import { createPrng } from '../../../src/core/prng.ts';
import { BENCH_SEED } from './contender.ts';

export const EXAMPLE_SHAPE = [28, 28, 1] as const;
export const CLASSES = 10;
const ELEMENTS = 28 * 28;

/** The batch that every benched step trains on: noise between 0 and 1, and random classes. */
export interface StepInputs {
  readonly examples: Float32Array<ArrayBuffer>; // [m, 28, 28, 1]
  readonly labels: Int32Array<ArrayBuffer>; // [m]
}

export function stepInputs(microBatch: number): StepInputs {
  const prng = createPrng(BENCH_SEED, 'bench');
  const examples = Float32Array.from({ length: microBatch * ELEMENTS }, () => prng.nextFloat());
  const labels = Int32Array.from({ length: microBatch }, () => prng.nextBelow(CLASSES));
  return { examples, labels };
}
