import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSliceStaging } from '../../../../src/engine/datasets/slice-staging.ts';
import { type CharacterDocuments, createCharacterWindows } from '../../../../src/engine/datasets/token-windows.ts';

const CHARACTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

function documentsOf(texts: readonly string[]): CharacterDocuments {
  return {
    ids: Uint8Array.from(Array.from(texts.join('')), (character) => CHARACTERS.indexOf(character)),
    offsets: Uint32Array.from([0, ...texts.map((_, at) => texts.slice(0, at + 1).join('').length)]),
  };
}

function windowsOf(texts: readonly string[], positions: number) {
  const [train, test] = [documentsOf(texts), documentsOf(['xyz'])];
  return createCharacterWindows({ id: 'letters', positions, characters: CHARACTERS, train, test });
}

/** Every example of the training split: rows of tokens, targets and weights. */
function gatherAll(texts: readonly string[], positions: number) {
  const windows = windowsOf(texts, positions);
  const count = windows.trainExamples;
  const indices = Uint32Array.from({ length: count }, (_, index) => index);
  const staging = createSliceStaging(count, positions, positions);
  const { tokens, labels: targets, weights } = staging;
  for (const array of [tokens, targets, weights]) array.fill(-1);
  windows.gather('train', indices, 0, count, staging);
  return { windows, count, tokens, targets, weights };
}

const letters = (ids: Iterable<number>) => Array.from(ids, (id) => CHARACTERS[id] ?? '?').join('');
const arbitraryTexts = fc.array(fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 30 }), { maxLength: 6 });

describe('character windows', () => {
  it('predicts the next character in each window; behind a document, tokens, targets and weights are 0', () => {
    const { count, tokens, targets, weights } = gatherAll(['bcdefg', 'h', 'ijk'], 3);
    // "bcdefg" has 5 pairs: 3 and 2. "h" has none. "ijk" has 2.
    expect(count).toBe(3);
    expect(letters(tokens)).toBe('bcdefaija');
    expect(letters(targets)).toBe('cdefgajka');
    expect([...weights]).toEqual([1, 1, 1, 1, 1, 0, 1, 1, 0]);
  });

  it('predicts each character but the first of a document exactly once, from the one before', () => {
    fc.assert(
      fc.property(arbitraryTexts, fc.integer({ min: 1, max: 9 }), (texts, positions) => {
        const { tokens, targets, weights } = gatherAll(texts, positions);
        const predicted = Array.from(weights.keys()).filter((at) => weights[at] === 1);
        const pairs = predicted.map((at) => letters([tokens[at] ?? -1, targets[at] ?? -1]));
        expect(pairs).toEqual(
          texts.flatMap((text) =>
            Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)),
          ),
        );
      }),
    );
  });

  it('knows the weight of an example without gathering it, at least 1', () => {
    fc.assert(
      fc.property(arbitraryTexts, fc.integer({ min: 1, max: 9 }), (texts, positions) => {
        const { windows, count, weights } = gatherAll(texts, positions);
        for (let index = 0; index < count; index++) {
          const row = weights.subarray(index * positions, (index + 1) * positions);
          expect(windows.weight('train', index)).toBe(row.reduce((sum, weight) => sum + weight, 0));
          expect(windows.weight('train', index)).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('gathers the same whatever the slices and whatever lay in the staging arrays', () => {
    const { windows, count, tokens, targets, weights } = gatherAll(['abcdefghijklm', 'nopqrstu', 'vwxyz'], 4);
    const indices = Uint32Array.from({ length: count }, (_, index) => index);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: count }), (micro) => {
        const staging = createSliceStaging(micro, 4, 4);
        for (let first = 0; first < count; first += micro) {
          const size = Math.min(micro, count - first);
          windows.gather('train', indices, first, size, staging);
          const [start, end] = [first * 4, (first + size) * 4];
          expect(staging.tokens.subarray(0, size * 4)).toEqual(tokens.subarray(start, end));
          expect(staging.labels.subarray(0, size * 4)).toEqual(targets.subarray(start, end));
          expect(staging.weights.subarray(0, size * 4)).toEqual(weights.subarray(start, end));
        }
      }),
    );
  });

  it('leaves what lies behind the slice alone', () => {
    const windows = windowsOf(['abcdef'], 2);
    const staging = createSliceStaging(2, 2, 2);
    const arrays = [staging.tokens, staging.labels, staging.weights];
    for (const array of arrays) array.fill(-1);
    windows.gather('train', Uint32Array.of(9, 1), 1, 1, staging);
    expect(arrays.map((array) => [...array])).toEqual([
      [2, 3, -1, -1],
      [3, 4, -1, -1],
      [1, 1, -1, -1],
    ]);
  });

  it('shows the tokens of a window as text, and keeps the splits apart', () => {
    const windows = windowsOf(['abcdef'], 4);
    expect([windows.trainExamples, windows.testExamples, windows.vocabulary]).toEqual([2, 1, 26]);
    expect([windows.text('train', 0), windows.text('train', 1), windows.text('test', 0)]).toEqual(['abcd', 'e', 'xy']);
  });

  it('throws for examples that do not exist and staging that is too short', () => {
    const windows = windowsOf(['abcdef'], 4);
    const staging = createSliceStaging(2, 4, 4);
    const two = Uint32Array.of(0, 1);
    expect(() => windows.gather('train', Uint32Array.of(2), 0, 1, staging)).toThrow(
      'letters train has examples 0 to 1, not 2',
    );
    expect(() => windows.gather('train', two, 1, 2, staging)).toThrow(RangeError);
    expect(() => windows.gather('train', two, 0, 2, { ...staging, weights: new Float32Array(7) })).toThrow('not 2');
    expect(() => windows.gather('train', two, 0, 2, { ...staging, labels: new Int32Array(4) })).toThrow(
      'Staging for 1 examples, not 2',
    );
    expect(() => windows.weight('test', 1)).toThrow(RangeError);
    expect(() => windows.text('test', -1)).toThrow(RangeError);
    expect(() => windowsOf(['ab'], 0)).toThrow('1 position or more, not 0');
  });
});
