import { goldenClasses, goldenValues } from '../training/golden-values.ts';

/** Floats in −scale / 2 … scale / 2, the same at every run. */
export function randomFloats(size: number, stream: number, scale = 2): Float32Array<ArrayBuffer> {
  return goldenValues(size, stream, scale);
}

/** Integers in 0 … classes − 1, the same at every run. */
export function randomIntegers(size: number, stream: number, classes: number): Int32Array<ArrayBuffer> {
  return goldenClasses(size, stream, classes);
}

/** Largest |actual − expected|. NaN where a value is NaN, so compare with "is less than". */
export function largestDifference(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length) throw new Error(`${actual.length} values against ${expected.length}.`);
  let largest = 0;
  for (let i = 0; i < expected.length; i += 1) {
    const difference = Math.abs((actual[i] ?? Number.NaN) - (expected[i] ?? Number.NaN));
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}
