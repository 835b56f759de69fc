import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shuffledIndices } from '../../../../src/core/prng.ts';
import { createBatchSource } from '../../../../src/engine/datasets/batch-source.ts';
import { createByteImageDataset } from '../../../../src/engine/datasets/byte-image-dataset.ts';

/** Example i is one pixel of value i and has label i. */
function numberedDataset(examples: number) {
  const numbers = Uint8Array.from({ length: examples }, (_, index) => index);
  const split = { images: numbers, labels: numbers };
  return createByteImageDataset({ id: 'numbered', exampleShape: [1, 1, 1], classes: [], train: split, test: split });
}

describe('batch source', () => {
  it('uses every example once an epoch, in batches of the size asked for and a last one of the rest', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 250 }),
        fc.nat(5),
        (examples, size, epoch) => {
          const source = createBatchSource({ dataset: numberedDataset(examples), seed: 3, batchSize: size });
          expect(source.updatesPerEpoch).toBe(Math.ceil(examples / size));
          const batches = Array.from({ length: source.updatesPerEpoch }, (_, at) => [
            ...source.batchAt(epoch, at).indices,
          ]);
          const last = batches.pop() ?? [];
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
    const dataset = numberedDataset(100);
    const order = (batchSize: number, epochs: readonly number[]) => {
      const source = createBatchSource({ dataset, seed: 11, batchSize });
      const all = epochs.map((epoch) =>
        Array.from({ length: source.updatesPerEpoch }, (_, at) => [...source.batchAt(epoch, at).indices]).flat(),
      );
      return all.at(-1);
    };
    const expected = [...shuffledIndices(100, 11, 2)];
    expect(order(7, [2])).toEqual(expected);
    expect(order(100, [0, 1, 2])).toEqual(expected);
    expect(order(33, [5, 2, 0, 2])).toEqual(expected);
    expect(order(7, [3])).not.toEqual(expected);
  });

  it('gathers the same examples whatever the slices', () => {
    const source = createBatchSource({ dataset: numberedDataset(50), seed: 1, batchSize: 20 });
    const batch = source.batchAt(0, 1);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), (micro) => {
        const images = new Float32Array(micro);
        const labels = new Int32Array(micro);
        const seen: number[] = [];
        for (let first = 0; first < 20; first += micro) {
          const count = Math.min(micro, 20 - first);
          batch.gather(first, count, images, labels);
          seen.push(...labels.subarray(0, count));
          expect(images[0]).toBe(Math.fround((labels[0] ?? 0) / 255));
        }
        expect(seen).toEqual([...batch.indices]);
      }),
    );
  });

  it('numbers updates from 1 and runs on through the epochs', () => {
    const source = createBatchSource({ dataset: numberedDataset(50), seed: 1, batchSize: 20 });
    const places = [1, 2, 3, 4, 7].map((update) => {
      const { epoch, position, indices } = source.batchOfUpdate(update);
      return [epoch, position, indices.length];
    });
    expect(places).toEqual([
      [0, 0, 20],
      [0, 1, 20],
      [0, 2, 10],
      [1, 0, 20],
      [2, 0, 20],
    ]);
  });

  it('keeps a batch valid while the next epoch is asked for', () => {
    const source = createBatchSource({ dataset: numberedDataset(50), seed: 1, batchSize: 50 });
    const batch = source.batchAt(0, 0);
    const before = [...batch.indices];
    source.batchAt(1, 0);
    expect([...batch.indices]).toEqual(before);
  });

  it('throws outside the epoch and outside the batch', () => {
    const source = createBatchSource({ dataset: numberedDataset(50), seed: 1, batchSize: 20 });
    const staging = [new Float32Array(20), new Int32Array(20)] as const;
    expect(() => source.batchAt(0, 3)).toThrow('No batch at position 3 of epoch 0: an epoch has 3');
    expect(() => source.batchAt(-1, 0)).toThrow(RangeError);
    expect(() => source.batchOfUpdate(0)).toThrow(RangeError);
    expect(() => source.batchAt(0, 2).gather(0, 11, ...staging)).toThrow('Slice 0 to 11 leaves the batch of 10');
    expect(() => source.batchAt(0, 0).gather(-1, 1, ...staging)).toThrow(RangeError);
    expect(() => createBatchSource({ dataset: numberedDataset(5), seed: 1, batchSize: 0 })).toThrow(RangeError);
  });
});
