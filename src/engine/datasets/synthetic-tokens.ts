import { createPrng, type Prng } from '../../core/prng.ts';
import type { Split } from './dataset.ts';
import { requireRoom } from './slice-staging.ts';
import type { TokenDataset } from './token-dataset.ts';

export interface SyntheticTokensOptions {
  /** 0 to 2³² − 1. */
  readonly seed: number;
  readonly trainExamples?: number;
  readonly testExamples?: number;
  /** Time steps of an example. */
  readonly steps?: number;
  /** Ids are 0 … vocabulary − 1, each equally likely; the last is padding and is drawn like any other. */
  readonly vocabulary?: number;
  readonly classes?: number;
}

/**
 * Random tokens with random classes: nothing to learn, everything to measure. Example i of a split is a pure function of
 * (seed, split, i), made when it is asked for: 10,000 × 1,000 ids would be 40 MB, and are never held. Every example fills
 * all its time steps. `gather` makes one small generator an example, and nothing that grows with the time steps.
 *
 * The test split is drawn as the training split is; a model can only guess there.
 */
export function createSyntheticTokens({
  seed,
  trainExamples = 10_000,
  testExamples = 1_000,
  steps = 1_000,
  vocabulary = 5_001,
  classes = 20,
}: SyntheticTokensOptions): TokenDataset {
  for (const size of [trainExamples, testExamples, steps, vocabulary, classes]) {
    if (!Number.isInteger(size) || size < 1) throw new RangeError(`Sizes are whole numbers from 1 on, not ${size}`);
  }
  const examples = { train: trainExamples, test: testExamples };

  const prngOf = (split: Split, index: number | undefined): Prng => {
    if (index === undefined || !Number.isInteger(index) || index < 0 || index >= examples[split]) {
      throw new RangeError(`synthetic-tokens ${split} has examples 0 to ${examples[split] - 1}, not ${index}`);
    }
    return createPrng(seed, 'synthetic-tokens', split, index);
  };
  /** The class is drawn first, so that it costs no tokens. */
  const drawLabel = (prng: Prng) => prng.nextBelow(classes);

  return {
    id: 'synthetic-tokens',
    trainExamples,
    testExamples,
    exampleShape: [steps],
    vocabulary,
    paddingId: vocabulary - 1,
    classes: Array.from({ length: classes }, (_, label) => `class ${label}`),
    targetsPerExample: 1,
    gather(split, indices, from, count, staging) {
      requireRoom(staging, count, steps, 1);
      const { tokens, labels, weights } = staging;
      for (let slot = 0; slot < count; slot++) {
        const prng = prngOf(split, indices[from + slot]);
        labels[slot] = drawLabel(prng);
        weights[slot] = 1;
        const end = (slot + 1) * steps;
        for (let at = slot * steps; at < end; at++) tokens[at] = prng.nextBelow(vocabulary);
      }
    },
    cutTo: ([timeSteps = steps]) =>
      createSyntheticTokens({ seed, trainExamples, testExamples, steps: timeSteps, vocabulary, classes }),
    weight: () => 1,
    text(split, index) {
      const prng = prngOf(split, index);
      drawLabel(prng);
      return Array.from({ length: steps }, () => prng.nextBelow(vocabulary)).join(' ');
    },
    label(split, index) {
      return drawLabel(prngOf(split, index));
    },
  };
}
