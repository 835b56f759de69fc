import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planEpochs } from '../../../../src/core/batch/epoch-plan.ts';
import { shuffledIndices } from '../../../../src/core/prng.ts';
import { createBatchSource } from '../../../../src/engine/datasets/batch-source.ts';
import { createByteImageDataset } from '../../../../src/engine/datasets/byte-image-dataset.ts';
import { createSliceStaging } from '../../../../src/engine/datasets/slice-staging.ts';
import { createCharacterWindows } from '../../../../src/engine/datasets/token-windows.ts';

/** Example i is one pixel of value i and has label i. */
function numberedDataset(examples: number) {
  const numbers = Uint8Array.from({ length: examples }, (_, index) => index);
  const split = { images: numbers, labels: numbers };
  return createByteImageDataset({ id: 'numbered', exampleShape: [1, 1, 1], classes: [], train: split, test: split });
}

function sourceOf(examples: number, batchSize: number, seed: number) {
  const epochs = planEpochs(examples, { batchSize, lengthUnit: 'epochs', length: 1 });
  const source = createBatchSource({ dataset: numberedDataset(examples), seed, epochs });
  /** Examples of each batch of one epoch. */
  const batchesOf = (epoch: number) =>
    Array.from({ length: epochs.updatesPerEpoch }, (_, at) => [
      ...source.batchOfUpdate(epoch * epochs.updatesPerEpoch + at).indices,
    ]);
  return { source, batchesOf };
}

describe('batch source', () => {
  it('uses every example once an epoch, in batches of the size asked for and a last one of the rest', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 250 }),
        fc.nat(5),
        (examples, size, epoch) => {
          const batches = sourceOf(examples, size, 3).batchesOf(epoch);
          const last = batches.pop() ?? [];
          expect(batches.length).toBe(Math.ceil(examples / size) - 1);
          expect(batches.every((batch) => batch.length === size)).toBe(true);
          expect(last.length).toBe(examples - size * batches.length);
          expect([...batches.flat(), ...last].sort((a, b) => a - b)).toEqual(
            Array.from({ length: examples }, (_, i) => i),
          );
        },
      ),
    );
  });

  it('follows the order of seed and epoch, whatever the batch size and whatever was asked before', () => {
    const order = (batchSize: number, epochs: readonly number[]) => {
      const { batchesOf } = sourceOf(100, batchSize, 11);
      return epochs.map((epoch) => batchesOf(epoch).flat()).at(-1);
    };
    const expected = [...shuffledIndices(100, 11, 2)];
    expect(order(7, [2])).toEqual(expected);
    expect(order(100, [0, 1, 2])).toEqual(expected);
    expect(order(33, [5, 2, 0, 2])).toEqual(expected);
    expect(order(7, [3])).not.toEqual(expected);
  });

  it('gathers the same examples whatever the slices, each weighing 1 / batch', () => {
    const batch = sourceOf(50, 20, 1).source.batchOfUpdate(1);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), (micro) => {
        const staging = createSliceStaging(micro, 1, 1);
        const seen: number[] = [];
        for (let first = 0; first < 20; first += micro) {
          const count = Math.min(micro, 20 - first);
          batch.gather(first, count, staging);
          seen.push(...staging.labels.subarray(0, count));
          expect(staging.values[0]).toBe(Math.fround((staging.labels[0] ?? 0) / 255));
          expect([...staging.weights.subarray(0, count)]).toEqual(Array(count).fill(Math.fround(1 / 20)));
        }
        expect(seen).toEqual([...batch.indices]);
      }),
    );
  });

  it('divides by the weight of the whole batch where examples have many targets', () => {
    const text = { ids: Uint8Array.of(0, 1, 2, 0, 1), offsets: Uint32Array.of(0, 3, 5) };
    const dataset = createCharacterWindows({
      id: 'abc',
      positions: 2,
      characters: ['a', 'b', 'c'],
      train: text,
      test: text,
    });
    const epochs = planEpochs(2, { batchSize: 2, lengthUnit: 'updates', length: 1 });
    const batch = createBatchSource({ dataset, seed: 1, epochs }).batchOfUpdate(0);
    const staging = createSliceStaging(1, 2, 2);
    const weights = [0, 1].flatMap((first) => {
      batch.gather(first, 1, staging);
      return [...staging.weights];
    });
    // "abc" predicts two characters, "ab" one: three in all.
    const third = Math.fround(1 / 3);
    expect(weights.sort()).toEqual([0, third, third, third]);
  });

  it('runs on through the epochs, and its batches stay valid', () => {
    const { source } = sourceOf(50, 20, 1);
    const batches = [0, 1, 2, 3, 6].map((update) => source.batchOfUpdate(update));
    const before = batches.map(({ epoch, indices }) => [epoch, indices.length]);
    expect(before).toEqual([
      [0, 20],
      [0, 20],
      [0, 10],
      [1, 20],
      [2, 20],
    ]);
    expect(batches.slice(0, 3).flatMap(({ indices }) => [...indices])).toEqual([...shuffledIndices(50, 1, 0)]);
  });

  it('throws for no update, outside the batch, and for epochs of another data set', () => {
    const { source } = sourceOf(50, 20, 1);
    const staging = createSliceStaging(20, 1, 1);
    expect(() => source.batchOfUpdate(-1)).toThrow('Updates count from 0, not -1');
    expect(() => source.batchOfUpdate(2).gather(0, 11, staging)).toThrow('Slice 0 to 11 leaves the batch of 10');
    expect(() => source.batchOfUpdate(0).gather(-1, 1, staging)).toThrow(RangeError);
    const epochs = planEpochs(6, { batchSize: 2, lengthUnit: 'updates', length: 1 });
    expect(() => createBatchSource({ dataset: numberedDataset(5), seed: 1, epochs })).toThrow(
      'Epochs of 6 examples do not fit a data set of 5',
    );
  });
});
