import type { Split } from './dataset.ts';
import { requireRoom } from './slice-staging.ts';
import type { TokenPredictionDataset } from './token-prediction-dataset.ts';

/** Documents of one split as ids, one after another. */
export interface CharacterDocuments {
  /** Ids below 256 // [characters] */
  readonly ids: Uint8Array;
  /** [documents + 1]: document d is ids[offsets[d]] … ids[offsets[d + 1] − 1]. */
  readonly offsets: Uint32Array;
}

export interface CharacterWindowsOptions {
  readonly id: string;
  /** Positions of an example, at least 1. */
  readonly positions: number;
  /** The character of each id. */
  readonly characters: readonly string[];
  readonly train: CharacterDocuments;
  readonly test: CharacterDocuments;
}

interface Windows extends CharacterDocuments {
  /** Where each example starts in `ids`. */
  readonly starts: Uint32Array;
  /** Positions of each example that have a target. */
  readonly lengths: Uint32Array;
}

/**
 * Cuts documents into windows of `positions` tokens that follow one another without overlap and never leave a document:
 * each character but a document's first is the target of exactly one position of one example. A document's last window may
 * be shorter; a document of one character has none.
 */
export function createCharacterWindows({
  id,
  positions,
  characters,
  train,
  test,
}: CharacterWindowsOptions): TokenPredictionDataset {
  if (!Number.isInteger(positions) || positions < 1)
    throw new RangeError(`${id}: 1 position or more, not ${positions}`);
  const splits = { train: windowsOf(train, positions), test: windowsOf(test, positions) };

  const requireExample = (split: Split, index: number | undefined): number => {
    const examples = splits[split].starts.length;
    if (index !== undefined && Number.isInteger(index) && index >= 0 && index < examples) return index;
    throw new RangeError(`${id} ${split} has examples 0 to ${examples - 1}, not ${index}`);
  };

  return {
    id,
    trainExamples: splits.train.starts.length,
    testExamples: splits.test.starts.length,
    exampleShape: [positions],
    targetsPerExample: positions,
    vocabulary: characters.length,
    gather(split, indices, from, count, staging) {
      requireRoom(staging, count, positions, positions);
      const { tokens, labels, weights } = staging;
      const { ids, starts, lengths } = splits[split];
      for (let slot = 0; slot < count; slot++) {
        const index = requireExample(split, indices[from + slot]);
        const start = starts[index] ?? 0;
        const length = lengths[index] ?? 0;
        for (let position = 0; position < positions; position++) {
          const isPredicted = position < length;
          const at = slot * positions + position;
          tokens[at] = isPredicted ? (ids[start + position] ?? 0) : 0;
          labels[at] = isPredicted ? (ids[start + position + 1] ?? 0) : 0;
          weights[at] = isPredicted ? 1 : 0;
        }
      }
    },
    weight(split, index) {
      return splits[split].lengths[requireExample(split, index)] ?? 0;
    },
    text(split, index) {
      const { ids, starts, lengths } = splits[split];
      const start = starts[requireExample(split, index)] ?? 0;
      const window = ids.subarray(start, start + (lengths[index] ?? 0));
      return Array.from(window, (character) => characters[character] ?? '').join('');
    },
  };
}

function windowsOf({ ids, offsets }: CharacterDocuments, positions: number): Windows {
  const starts: number[] = [];
  const lengths: number[] = [];
  for (let document = 0; document + 1 < offsets.length; document++) {
    const last = (offsets[document + 1] ?? 0) - 1;
    for (let start = offsets[document] ?? 0; start < last; start += positions) {
      starts.push(start);
      lengths.push(Math.min(positions, last - start));
    }
  }
  return { ids, offsets, starts: Uint32Array.from(starts), lengths: Uint32Array.from(lengths) };
}
