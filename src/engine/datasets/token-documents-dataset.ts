import type { Split } from './dataset.ts';
import { requireRoom } from './slice-staging.ts';
import type { TokenDataset } from './token-dataset.ts';
import type { TokenDocuments } from './token-file.ts';

export interface TokenDocumentSplits {
  readonly id: string;
  /** Time steps of an example, at least 1. */
  readonly steps: number;
  /** The word of each id; padding, which has none, is the id behind the last. */
  readonly words: readonly string[];
  readonly classes: readonly string[];
  readonly train: TokenDocuments;
  readonly test: TokenDocuments;
}

/**
 * A data set over documents of token ids, held as the file holds them: two bytes a token, no padding.
 * Throws RangeError when words or classes are not as many as the documents use.
 */
export function createTokenDocumentsDataset({
  id,
  steps,
  words,
  classes,
  train,
  test,
}: TokenDocumentSplits): TokenDataset {
  const splits = { train, test };
  const paddingId = words.length;
  if (!Number.isInteger(steps) || steps < 1) throw new RangeError(`${id}: 1 time step or more, not ${steps}`);
  for (const [name, documents] of Object.entries(splits)) {
    if (documents.vocabulary !== words.length || documents.classes !== classes.length) {
      throw new RangeError(
        `${id} ${name}: ${documents.vocabulary} ids and ${documents.classes} classes, but ${words.length} words and ${classes.length} names`,
      );
    }
  }

  const requireExample = (split: Split, index: number | undefined): number => {
    const examples = splits[split].labels.length;
    if (index !== undefined && Number.isInteger(index) && index >= 0 && index < examples) return index;
    throw new RangeError(`${id} ${split} has examples 0 to ${examples - 1}, not ${index}`);
  };

  return {
    id,
    trainExamples: train.labels.length,
    testExamples: test.labels.length,
    exampleShape: [steps],
    vocabulary: words.length + 1,
    paddingId,
    targetsPerExample: 1,
    classes,
    gather(split, indices, from, count, staging) {
      requireRoom(staging, count, steps, 1);
      const source = splits[split];
      const { tokens, labels, weights } = staging;
      for (let slot = 0; slot < count; slot++) {
        const index = requireExample(split, indices[from + slot]);
        writePadded(source, index, tokens, slot * steps, steps, paddingId);
        labels[slot] = source.labels[index] ?? 0;
        weights[slot] = 1;
      }
    },
    cutTo: ([timeSteps = steps]) => createTokenDocumentsDataset({ id, steps: timeSteps, words, classes, train, test }),
    weight: () => 1,
    text(split, index) {
      const { ids, offsets } = splits[split];
      const start = offsets[requireExample(split, index)] ?? 0;
      const end = Math.min(offsets[index + 1] ?? start, start + steps);
      return Array.from(ids.subarray(start, end), (token) => words[token] ?? '').join(' ');
    },
    label(split, index) {
      return splits[split].labels[requireExample(split, index)] ?? 0;
    },
  };
}

function writePadded(
  { ids, offsets }: TokenDocuments,
  index: number,
  target: Int32Array,
  targetStart: number,
  steps: number,
  paddingId: number,
) {
  const start = offsets[index] ?? 0;
  const length = Math.min((offsets[index + 1] ?? start) - start, steps);
  for (let step = 0; step < length; step++) target[targetStart + step] = ids[start + step] ?? paddingId;
  target.fill(paddingId, targetStart + length, targetStart + steps);
}
