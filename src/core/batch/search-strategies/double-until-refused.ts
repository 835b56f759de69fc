/** The way up that several strategies share. */
import { fits, type SearchSteps } from './strategy.ts';

/** What is known after doubling: `passed` fits (0 where nothing was tried that did), `refused` does not. */
export interface DoubledSizes {
  readonly passed: number;
  /** One above the upper bound where the upper bound itself passed. */
  readonly refused: number;
}

/**
 * Doubles the size from `first` until one is refused. The last doubling ends at the upper bound: sizes 1, 2, 4 … 64, 100
 * for a batch of 100, so that a batch that fits whole is found out.
 */
export function* doubleUntilRefused(first: number, upperBound: number): SearchSteps<DoubledSizes> {
  let passed = 0;
  let size = Math.min(first, upperBound);
  while (fits(yield size)) {
    passed = size;
    if (size === upperBound) return { passed, refused: upperBound + 1 };
    size = Math.min(2 * size, upperBound);
  }
  return { passed, refused: size };
}
