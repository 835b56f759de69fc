import { createPrng } from '../../../src/core/prng.ts';
import { BENCH_SEED, type BenchedStep } from './contender.ts';
import { stepShape } from './step-shapes.ts';

/** The batch that every benched step trains on: noise between 0 and 1 or random tokens, and random classes. */
export interface StepInputs {
  readonly examples: Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer>; // [m, …example]
  readonly labels: Int32Array<ArrayBuffer>; // [m · targets]
}

export function stepInputs(step: BenchedStep): StepInputs {
  const { exampleShape, tokens, targetsPerExample, classes } = stepShape(step);
  const prng = createPrng(BENCH_SEED, 'bench');
  const length = exampleShape.reduce((product, size) => product * size, step.microBatch);
  const examples =
    tokens > 0
      ? Int32Array.from({ length }, () => prng.nextBelow(tokens))
      : Float32Array.from({ length }, () => prng.nextFloat());
  const labels = Int32Array.from({ length: step.microBatch * targetsPerExample }, () => prng.nextBelow(classes));
  return { examples, labels };
}
