/** The way down that several strategies share. */
import { fits, type SearchSteps } from './strategy.ts';

/**
 * Tries `first`, then ever smaller sizes, until one passes.
 *
 * @param smaller the next size after a refusal; less than the one it is given. Below 1 the search is over.
 * @returns the size that passed; 0 where none did.
 */
export function* shrinkUntilFits(first: number, smaller: (refused: number) => number): SearchSteps {
  for (let size = first; size >= 1; size = smaller(size)) {
    if (fits(yield size)) return size;
  }
  return 0;
}

/** Half a size, rounded down. */
export function half(size: number): number {
  return Math.floor(size / 2);
}
