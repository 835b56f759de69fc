import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSliceStaging } from '../../../../src/engine/datasets/slice-staging.ts';
import { createSyntheticTokens } from '../../../../src/engine/datasets/synthetic-tokens.ts';

const SMALL = { trainExamples: 50, testExamples: 20, steps: 6, vocabulary: 11, classes: 3 };

function gathered(seed: number, split: 'train' | 'test', indices: readonly number[]) {
  const staging = createSliceStaging(indices.length, SMALL.steps, 1);
  createSyntheticTokens({ seed, ...SMALL }).gather(split, Uint32Array.from(indices), 0, indices.length, staging);
  return staging;
}

describe('synthetic tokens', () => {
  it('has the sizes of the workload by default: 10,000 × 1,000 ids up to 5,000, of 20 classes', () => {
    const dataset = createSyntheticTokens({ seed: 0 });
    expect([dataset.trainExamples, dataset.exampleShape, dataset.vocabulary]).toEqual([10_000, [1000], 5001]);
    expect([dataset.paddingId, dataset.classes.length]).toEqual([5000, 20]);
    const staging = createSliceStaging(100, 1000, 1);
    const { tokens, labels } = staging;
    const last = Uint32Array.from({ length: 100 }, (_, index) => 9_900 + index);
    dataset.gather('train', last, 0, 100, staging);
    // 100,000 draws miss one given id of 5,001 with a probability of 2 in a billion.
    expect([Math.min(...tokens), Math.max(...tokens)]).toEqual([0, 5000]);
    expect(Math.min(...labels)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...labels)).toBeLessThan(20);
  });

  it('is a pure function of seed, split and index: neither order, slices nor earlier calls matter', () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.nat(19), { minLength: 1, maxLength: 9 }), (seed, list) => {
        const { tokens, labels } = gathered(seed, 'test', list);
        list.forEach((index, slot) => {
          const alone = gathered(seed, 'test', [index]);
          expect(tokens.subarray(slot * SMALL.steps, (slot + 1) * SMALL.steps)).toEqual(alone.tokens);
          expect(labels[slot]).toBe(alone.labels[0]);
        });
      }),
    );
  });

  it('cut to fewer time steps, has the starts of the same examples and the same labels', () => {
    const whole = gathered(4, 'train', [7]);
    const staging = createSliceStaging(1, 2, 1);
    createSyntheticTokens({ seed: 4, ...SMALL })
      .cutTo?.([2])
      .gather('train', Uint32Array.of(7), 0, 1, staging);
    expect([...staging.tokens, ...staging.labels]).toEqual([...whole.tokens.subarray(0, 2), ...whole.labels]);
  });

  it('differs between seeds, splits and examples', () => {
    const rows = [
      gathered(1, 'train', [0]),
      gathered(2, 'train', [0]),
      gathered(1, 'test', [0]),
      gathered(1, 'train', [1]),
    ];
    expect(new Set(rows.map(({ tokens }) => tokens.join())).size).toBe(4);
  });

  it('gives the same label and text alone as in a batch', () => {
    const dataset = createSyntheticTokens({ seed: 5, ...SMALL });
    for (let index = 0; index < SMALL.trainExamples; index++) {
      const { tokens, labels } = gathered(5, 'train', [index]);
      expect(dataset.label('train', index)).toBe(labels[0]);
      expect(dataset.text('train', index)).toBe(tokens.join(' '));
    }
  });

  it('draws every id and every class about equally often', () => {
    const all = Array.from({ length: SMALL.trainExamples }, (_, index) => index);
    const frequencies = (values: Int32Array, kinds: number) =>
      Array.from({ length: kinds }, (_, kind) => values.filter((value) => value === kind).length);
    const { tokens, labels } = gathered(3, 'train', all);
    // 300 draws of 11 ids: 27 each, standard deviation 5. 50 draws of 3 classes: 17 each, standard deviation 3.3.
    for (const frequency of frequencies(tokens, 11)) expect(Math.abs(frequency - 27)).toBeLessThan(20);
    for (const frequency of frequencies(labels, 3)) expect(Math.abs(frequency - 17)).toBeLessThan(14);
  });

  it('leaves what lies behind the slice alone', () => {
    const staging = createSliceStaging(2, SMALL.steps, 1);
    const { tokens, labels, weights } = staging;
    for (const array of [tokens, labels, weights]) array.fill(-1);
    createSyntheticTokens({ seed: 1, ...SMALL }).gather('train', Uint32Array.of(3, 4), 1, 1, staging);
    expect([...tokens.subarray(SMALL.steps)]).toEqual(Array(SMALL.steps).fill(-1));
    expect([labels[1], ...weights]).toEqual([-1, 1, -1]);
    expect(tokens.subarray(0, SMALL.steps)).toEqual(gathered(1, 'train', [4]).tokens);
  });

  it('throws for examples that do not exist, staging that is too short and sizes that are none', () => {
    const dataset = createSyntheticTokens({ seed: 1, ...SMALL });
    const staging = createSliceStaging(1, SMALL.steps, 1);
    expect(() => dataset.gather('test', Uint32Array.of(20), 0, 1, staging)).toThrow(
      'synthetic-tokens test has examples 0 to 19, not 20',
    );
    expect(() => dataset.gather('train', Uint32Array.of(0, 1), 0, 2, staging)).toThrow('not 2');
    expect(() => dataset.gather('train', Uint32Array.of(0), 1, 1, staging)).toThrow(RangeError);
    expect(() => dataset.label('train', 1.5)).toThrow(RangeError);
    expect(() => createSyntheticTokens({ seed: 1, steps: 0 })).toThrow('Sizes are whole numbers from 1 on, not 0');
  });
});
