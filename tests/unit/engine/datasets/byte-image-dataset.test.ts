import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createByteImageDataset } from '../../../../src/engine/datasets/byte-image-dataset.ts';
import { createSliceStaging } from '../../../../src/engine/datasets/slice-staging.ts';

/** 256 training images of 2 × 2: image i holds the bytes i, i + 1, i + 2, i + 3 (mod 256), its label is i mod 3. */
const examples = 256;
const dataset = createByteImageDataset({
  id: 'counting',
  exampleShape: [2, 2, 1],
  classes: ['a', 'b', 'c'],
  train: {
    images: Uint8Array.from({ length: examples * 4 }, (_, element) => (element >> 2) + (element & 3)),
    labels: Uint8Array.from({ length: examples }, (_, index) => index % 3),
  },
  test: { images: Uint8Array.of(7, 8, 9, 10), labels: Uint8Array.of(2) },
});

describe('byte image data set', () => {
  it('gathers byte / 255 rounded once to float32, to the bit, for every byte', () => {
    const indices = Uint32Array.from({ length: examples }, (_, index) => index);
    const staging = createSliceStaging(examples, 4, 1);
    dataset.gather('train', indices, 0, examples, staging);
    const { values: images, labels, weights } = staging;
    const expected = Float32Array.from({ length: examples * 4 }, (_, i) => (((i >> 2) + (i & 3)) % 256) / 255);
    expect(new Uint32Array(images.buffer)).toEqual(new Uint32Array(expected.buffer));
    expect(labels).toEqual(Int32Array.from(indices, (index) => index % 3));
    expect([images[0], images[255 * 4]]).toEqual([0, 1]);
    expect(weights.every((weight) => weight === 1)).toBe(true);
  });

  it('gathers any part of any list of examples, and leaves the rest of the staging arrays alone', () => {
    const lists = fc.array(fc.integer({ min: 0, max: examples - 1 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(lists, fc.nat(), fc.nat(), (list, a, b) => {
        const from = a % list.length;
        const count = b % (list.length - from + 1);
        const staging = createSliceStaging(20, 4, 1);
        for (const array of [staging.values, staging.labels, staging.weights]) array.fill(-1);
        dataset.gather('train', Uint32Array.from(list), from, count, staging);
        const chosen = list.slice(from, from + count);
        const pixels = chosen.flatMap((index) => [...dataset.rawImage('train', index)].map((byte) => byte / 255));
        expect(staging.values).toEqual(Float32Array.from({ length: 20 * 4 }, (_, i) => pixels[i] ?? -1));
        const labels = Int32Array.from({ length: 20 }, (_, i) => (i < count ? (chosen[i] ?? 0) % 3 : -1));
        expect(staging.labels).toEqual(labels);
        expect(staging.weights).toEqual(Float32Array.from({ length: 20 }, (_, i) => (i < count ? 1 : -1)));
      }),
    );
  });

  it('normalises each channel by its own mean and deviation', () => {
    const one = { images: Uint8Array.of(0, 51, 255, 102, 204, 153), labels: Uint8Array.of(0) };
    const normalized = createByteImageDataset({
      ...{ id: 'normalized', exampleShape: [1, 2, 3], classes: ['a'], train: one, test: one },
      normalization: { mean: [0.5, 0.2, 0], deviation: [0.5, 0.25, 2] },
    });
    const staging = createSliceStaging(1, 6, 1);
    normalized.gather('train', Uint32Array.of(0), 0, 1, staging);
    // (0 − 0.5) / 0.5, (51/255 − 0.2) / 0.25, (1 − 0) / 2; then 102/255 = 0.4, 204/255 = 0.8, 153/255 = 0.6.
    [-1, 0, 0.5, -0.2, 2.4, 0.3].forEach((value, at) => {
      expect(staging.values[at]).toBeCloseTo(value, 6);
    });
    expect([...normalized.rawImage('train', 0)]).toEqual([...one.images]);
  });

  it('refuses a mean or a deviation too few', () => {
    const one = { images: new Uint8Array(3), labels: new Uint8Array(1) };
    const make = () =>
      createByteImageDataset({
        ...{ id: 'bad', exampleShape: [1, 1, 3], classes: ['a'], train: one, test: one },
        normalization: { mean: [0, 0, 0], deviation: [1, 1] },
      });
    expect(make).toThrow('bad: 3 means and 2 deviations for 3 channels');
  });

  it('keeps the splits apart', () => {
    const staging = createSliceStaging(1, 4, 1);
    dataset.gather('test', Uint32Array.of(0), 0, 1, staging);
    expect(staging.values).toEqual(Float32Array.of(7 / 255, 8 / 255, 9 / 255, 10 / 255));
    expect(staging.labels[0]).toBe(2);
    expect([dataset.trainExamples, dataset.testExamples, dataset.label('test', 0)]).toEqual([256, 1, 2]);
  });

  it('gives the stored bytes as a copy that owns its buffer', () => {
    const raw = dataset.rawImage('train', 254);
    expect([...raw]).toEqual([254, 255, 0, 1]);
    expect(raw.buffer.byteLength).toBe(4);
    raw.fill(99);
    expect([...dataset.rawImage('train', 254)]).toEqual([254, 255, 0, 1]);
  });

  it('throws rather than give an example that does not exist', () => {
    const staging = createSliceStaging(2, 4, 1);
    expect(() => dataset.gather('train', Uint32Array.of(1, 256), 0, 2, staging)).toThrow(
      'counting train has examples 0 to 255, not 256',
    );
    expect(() => dataset.gather('train', Uint32Array.of(1), 0, 2, staging)).toThrow(RangeError);
    expect(() => dataset.rawImage('test', 1)).toThrow(RangeError);
    expect(() => dataset.label('train', 0.5)).toThrow(RangeError);
  });

  it('throws when a staging array is too short', () => {
    const three = Uint32Array.of(0, 1, 2);
    const gather = (changes: object) => () =>
      dataset.gather('train', three, 0, 3, { ...createSliceStaging(3, 4, 1), ...changes });
    expect(gather({ values: new Float32Array(8) })).toThrow('Staging for 2 examples, not 3');
    expect(gather({ labels: new Int32Array(2) })).toThrow(RangeError);
    expect(gather({ weights: new Float32Array(2) })).toThrow(RangeError);
  });

  it('refuses images and labels of different counts', () => {
    const empty = { images: new Uint8Array(0), labels: new Uint8Array(0) };
    const uneven = { images: new Uint8Array(5), labels: new Uint8Array(2) };
    const make = () =>
      createByteImageDataset({ id: 'uneven', exampleShape: [2, 2, 1], classes: [], train: uneven, test: empty });
    expect(make).toThrow('uneven train: 2 labels, but 5 bytes of images of 4');
  });
});
