/**
 * `doubling`: double until memory runs out, then halve.
 *
 * The loop that people write by hand for a device they do not know, and then train on with accumulation. In print: Bryan
 * M. Li, "A batch too large: finding the batch size that fits on GPUs", Towards Data Science.
 *
 * Its flaws:
 * - It finds a power of two: more than half of the largest size, and just that below the next power. At a capacity of 1,023
 *   it answers 512, and a batch of 4,096 takes 8 slices where 5 would do.
 * - It runs every power of two up to the answer, also where the first bytes would tell that there is room for a thousand.
 * - As printed, it returns the cap it was given without having tried it, and half a size where the data set ends.
 *
 * Here the last doubling ends at the upper bound and is tried like any other, and halving returns to the size that passed
 * last, which for an upper bound of 100 is 64 and not 50.
 */
import { bisectBetween } from './bisect-between.ts';
import { doubleUntilRefused } from './double-until-refused.ts';
import type { SearchStrategy } from './strategy.ts';

export interface DoublingOptions {
  /** Looks between the size that passed last and the one refused, for the largest of all. Not part of the text. */
  readonly bisectLastOctave?: boolean;
}

/** The strategy as the text has it, or with the last octave bisected. */
export function createDoubling({ bisectLastOctave = false }: DoublingOptions = {}): SearchStrategy {
  return function* ({ upperBound }) {
    const { passed, refused } = yield* doubleUntilRefused(1, upperBound);
    return bisectLastOctave ? yield* bisectBetween(passed, refused) : passed;
  };
}

export const doubling: SearchStrategy = createDoubling();
