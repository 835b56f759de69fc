import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSliceStaging } from '../../../../src/engine/datasets/slice-staging.ts';
import { createTokenDocumentsDataset } from '../../../../src/engine/datasets/token-documents-dataset.ts';
import type { TokenDocuments } from '../../../../src/engine/datasets/token-file.ts';

const WORDS = ['zero', 'one', 'two', 'three', 'four'];
const CLASSES = ['even', 'odd', 'third'];
const PADDING = 5;
const STEPS = 4;

/** Document i has i mod 7 tokens, token j of it is (i + j) mod 5; its label is i mod 3. */
function documentOf(index: number): number[] {
  return Array.from({ length: index % 7 }, (_, step) => (index + step) % WORDS.length);
}
function documentsOf(count: number): TokenDocuments {
  const texts = Array.from({ length: count }, (_, index) => documentOf(index));
  return {
    vocabulary: WORDS.length,
    classes: CLASSES.length,
    offsets: Uint32Array.from([0, ...texts.map((_, at) => texts.slice(0, at + 1).flat().length)]),
    ids: Uint16Array.from(texts.flat()),
    labels: Uint8Array.from(texts, (_, index) => index % CLASSES.length),
  };
}
const shared = { id: 'counting', words: WORDS, classes: CLASSES };
const splits = { train: documentsOf(30), test: documentsOf(2) };
const dataset = createTokenDocumentsDataset({ ...shared, ...splits, steps: STEPS });

/** Row of the staging array that document `index` makes: cut or padded to 4 steps. */
const rowOf = (index: number) => Array.from({ length: STEPS }, (_, step) => documentOf(index)[step] ?? PADDING);

describe('token documents data set', () => {
  it('gathers any part of any list of examples, padded or cut, and leaves the rest of the staging arrays alone', () => {
    const lists = fc.array(fc.nat(29), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(lists, fc.nat(), fc.nat(), (list, a, b) => {
        const from = a % list.length;
        const count = b % (list.length - from + 1);
        const staging = createSliceStaging(12, STEPS, 1);
        const { tokens, labels } = staging;
        for (const array of [tokens, labels]) array.fill(-1);
        dataset.gather('train', Uint32Array.from(list), from, count, staging);
        const chosen = list.slice(from, from + count);
        const rows = chosen.flatMap(rowOf);
        expect(tokens).toEqual(Int32Array.from({ length: 12 * STEPS }, (_, at) => rows[at] ?? -1));
        expect(labels).toEqual(Int32Array.from({ length: 12 }, (_, at) => (at < count ? (chosen[at] ?? 0) % 3 : -1)));
      }),
    );
  });

  it('gathers the same bytes into staging that other examples have filled', () => {
    const longest = Uint32Array.of(6, 13, 20);
    const short = Uint32Array.of(0, 1, 8);
    const used = createSliceStaging(3, STEPS, 1);
    const fresh = createSliceStaging(3, STEPS, 1);
    dataset.gather('train', longest, 0, 3, used);
    dataset.gather('train', short, 0, 3, used);
    dataset.gather('train', short, 0, 3, fresh);
    expect(used).toEqual(fresh);
    // Documents of 0, 1 and 1 tokens: 1 and 8 mod 5.
    expect([...used.tokens]).toEqual([5, 5, 5, 5, 1, 5, 5, 5, 3, 5, 5, 5]);
  });

  it('cut to fewer time steps, has the starts of the same documents', () => {
    const cut = dataset.cutTo?.([2]);
    const staging = createSliceStaging(3, 2, 1);
    cut?.gather('train', Uint32Array.of(6, 1, 0), 0, 3, staging);
    expect([...staging.tokens]).toEqual([6, 1, 0].flatMap((index) => rowOf(index).slice(0, 2)));
    expect(cut?.exampleShape).toEqual([2]);
  });

  it('counts padding in the vocabulary, behind the last word, and keeps the splits apart', () => {
    expect([dataset.vocabulary, dataset.paddingId, dataset.exampleShape]).toEqual([6, 5, [4]]);
    expect([dataset.trainExamples, dataset.testExamples]).toEqual([30, 2]);
    expect([dataset.label('train', 29), dataset.label('test', 1)]).toEqual([2, 1]);
  });

  it('gives a document in words, as much of it as is used, without padding', () => {
    expect(dataset.text('train', 2)).toBe('two three');
    expect(dataset.text('train', 13)).toBe('three four zero one');
    expect(dataset.text('train', 0)).toBe('');
  });

  it('throws rather than give an example that does not exist, and when a staging array is too short', () => {
    const staging = createSliceStaging(2, STEPS, 1);
    expect(() => dataset.gather('train', Uint32Array.of(1, 30), 0, 2, staging)).toThrow(
      'counting train has examples 0 to 29, not 30',
    );
    expect(() => dataset.gather('train', Uint32Array.of(1), 0, 2, staging)).toThrow(RangeError);
    expect(() => dataset.text('test', 2)).toThrow(RangeError);
    expect(() => dataset.label('train', 0.5)).toThrow(RangeError);
    const three = Uint32Array.of(0, 1, 2);
    expect(() => dataset.gather('train', three, 0, 3, staging)).toThrow('Staging for 2 examples, not 3');
  });

  it('refuses words or classes that do not belong to the documents, and no time steps', () => {
    const make = (changes: object) => () => createTokenDocumentsDataset({ ...shared, ...splits, steps: 4, ...changes });
    expect(make({ words: ['zero'] })).toThrow('counting train: 5 ids and 3 classes, but 1 words and 3 names');
    expect(make({ classes: ['even'] })).toThrow(RangeError);
    expect(make({ test: { ...splits.test, vocabulary: 4 } })).toThrow('counting test: 4 ids');
    expect(make({ steps: 0 })).toThrow('1 time step or more, not 0');
  });
});
