import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Split } from '../../../../src/engine/datasets/dataset.ts';
import { createGeneratedImages } from '../../../../src/engine/datasets/generated-images.ts';
import { createSliceStaging } from '../../../../src/engine/datasets/slice-staging.ts';

const SIZE = 24;
const ELEMENTS = SIZE * SIZE * 3;
const images = createGeneratedImages({ seed: 7, imageSize: SIZE });

function gather(dataset: typeof images, split: Split, indices: readonly number[]) {
  const staging = createSliceStaging(indices.length, ELEMENTS, 1);
  dataset.gather(split, Uint32Array.from(indices), 0, indices.length, staging);
  return staging;
}

/** Mean of each of the 4 × 4 × 3 cells: what little a linear network sees. */
function cellMeans(values: Float32Array): number[] {
  const means = new Array<number>(48).fill(0);
  const cell = SIZE / 4;
  for (let at = 0; at < ELEMENTS; at++) {
    const pixel = Math.floor(at / 3);
    const [row, column] = [Math.floor(pixel / SIZE / cell), Math.floor((pixel % SIZE) / cell)];
    means[(row * 4 + column) * 3 + (at % 3)] = (means[(row * 4 + column) * 3 + (at % 3)] ?? 0) + (values[at] ?? 0);
  }
  return means.map((sum) => sum / cell ** 2);
}

describe('generated images', () => {
  it('are a function of seed, split and index alone: whatever else is in the slice, and in whatever order', () => {
    const index = fc.integer({ min: 0, max: 999_999 });
    fc.assert(
      fc.property(fc.array(index, { minLength: 1, maxLength: 4 }), fc.nat(), (indices, chosen) => {
        const slot = chosen % indices.length;
        const together = gather(images, 'train', indices);
        const alone = gather(createGeneratedImages({ seed: 7, imageSize: SIZE }), 'train', [indices[slot] ?? 0]);
        expect(together.values.slice(slot * ELEMENTS, (slot + 1) * ELEMENTS)).toEqual(alone.values);
        expect(together.labels[slot]).toBe(alone.labels[0]);
        expect(alone.weights[0]).toBe(1);
      }),
      { numRuns: 20 },
    );
  });

  it('differ by index, by split and by seed', () => {
    const other = createGeneratedImages({ seed: 8, imageSize: SIZE });
    const firsts = [
      gather(images, 'train', [0]).values,
      gather(images, 'train', [1]).values,
      gather(images, 'test', [0]).values,
      gather(other, 'train', [0]).values,
    ];
    expect(new Set(firsts.map((values) => values.slice(0, 8).join())).size).toBe(4);
  });

  it('have a million training examples in a thousand classes, each about as often', () => {
    expect([images.trainExamples, images.testExamples, images.exampleShape]).toEqual([1e6, 1e4, [SIZE, SIZE, 3]]);
    const tiny = createGeneratedImages({ seed: 7, imageSize: 1 });
    const staging = createSliceStaging(20_000, 3, 1);
    tiny.gather(
      'train',
      Uint32Array.from({ length: 20_000 }, (_, at) => at * 50),
      0,
      20_000,
      staging,
    );
    const counts = new Map<number, number>();
    for (const label of staging.labels) counts.set(label, (counts.get(label) ?? 0) + 1);
    expect(counts.size).toBe(1000);
    // 20 expected, standard deviation 4.5: seven of these away.
    expect(Math.max(...counts.values())).toBeLessThan(52);
  });

  it('have mean 0, and lie between -1.75 and 1.75', () => {
    const { values } = gather(
      images,
      'train',
      Array.from({ length: 200 }, (_, at) => at),
    );
    expect(Math.max(...values.map(Math.abs).slice(0, 50_000))).toBeLessThanOrEqual(1.75);
    expect(Math.abs(values.reduce((sum, value) => sum + value, 0) / values.length)).toBeLessThan(0.05);
  });

  it('can be learned: the nearest mean of a class’s training images names most test images right', () => {
    const few = createGeneratedImages({ seed: 3, imageSize: SIZE, classes: 20, trainExamples: 400, testExamples: 100 });
    const indices = (count: number) => Array.from({ length: count }, (_, at) => at);
    const train = gather(few, 'train', indices(400));
    const centres = Array.from({ length: 20 }, () => ({ sum: new Array<number>(48).fill(0), count: 0 }));
    const imageOf = (values: Float32Array, at: number) =>
      cellMeans(values.subarray(at * ELEMENTS, (at + 1) * ELEMENTS));
    for (const [at, label] of train.labels.entries()) {
      const centre = centres[label];
      if (centre === undefined) throw new RangeError(`class ${label}`);
      centre.count++;
      imageOf(train.values, at).forEach((mean, cell) => {
        centre.sum[cell] = (centre.sum[cell] ?? 0) + mean;
      });
    }
    const test = gather(few, 'test', indices(100));
    const right = [...test.labels].filter((label, at) => {
      const image = imageOf(test.values, at);
      const distances = centres.map(({ sum, count }) =>
        image.reduce((total, mean, cell) => total + (mean - (sum[cell] ?? 0) / count) ** 2, 0),
      );
      return distances.indexOf(Math.min(...distances)) === label;
    });
    // By chance: 5.
    expect(right.length).toBeGreaterThan(90);
  });

  it('refuse an index outside the split, and sizes that are none', () => {
    expect(() => gather(images, 'train', [1_000_000])).toThrow('train has examples 0 to 999999, not 1000000');
    expect(() => gather(images, 'test', [10_000])).toThrow(RangeError);
    expect(() => createGeneratedImages({ seed: 1, imageSize: 0 })).toThrow(RangeError);
  });
});
