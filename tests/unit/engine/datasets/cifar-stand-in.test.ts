import { describe, expect, it } from 'vitest';
import { createByteImageDataset } from '../../../../src/engine/datasets/byte-image-dataset.ts';
import { asColourImages } from '../../../../src/engine/datasets/cifar-stand-in.ts';
import { createSliceStaging } from '../../../../src/engine/datasets/slice-staging.ts';

/** Three images of 28 × 28 whose pixels count from 1, 2 and 3 on: no pixel is black. */
const split = {
  images: Uint8Array.from({ length: 3 * 784 }, (_, at) => ((at + Math.floor(at / 784)) % 255) + 1),
  labels: Uint8Array.of(4, 5, 6),
};
const grey = createByteImageDataset({
  ...{ id: 'grey', exampleShape: [28, 28, 1], classes: ['a'], train: split, test: split },
});
const colour = asColourImages(grey);

/** Byte of pixel (y, x) of a 32 × 32 picture by definition: two black lines on each side. */
function expectedByte(image: number, y: number, x: number): number {
  const inside = y >= 2 && y < 30 && x >= 2 && x < 30;
  return inside ? (split.images[image * 784 + (y - 2) * 28 + (x - 2)] ?? -1) : 0;
}

const PICTURE = Array.from({ length: 3072 }, (_, at) => [Math.floor(at / 96), Math.floor((at % 96) / 3)] as const);

describe('asColourImages', () => {
  it('puts each grey image in the middle of 32 × 32 black pixels, the same in three channels', () => {
    expect(colour.exampleShape).toEqual([32, 32, 3]);
    const staging = createSliceStaging(4, 3072, 1);
    staging.values.fill(-1);
    colour.gather('train', Uint32Array.of(0, 2, 0, 1), 1, 3, staging);
    [2, 0, 1].forEach((image, slot) => {
      const expected = Float32Array.from(PICTURE, ([y, x]) => expectedByte(image, y, x) / 255);
      expect(staging.values.subarray(slot * 3072, (slot + 1) * 3072)).toEqual(expected);
    });
    expect([...staging.labels]).toEqual([6, 4, 5, 0]);
    expect([...staging.weights]).toEqual([1, 1, 1, 0]);
    expect(new Set(staging.values.subarray(3 * 3072))).toEqual(new Set([-1]));
  });

  it('shows the same picture as it trains on', () => {
    expect(colour.rawImage('test', 1)).toEqual(Uint8Array.from(PICTURE, ([y, x]) => expectedByte(1, y, x)));
    expect([colour.label('test', 1), colour.trainExamples, colour.targetsPerExample]).toEqual([5, 3, 1]);
  });

  it('refuses staging that is too small, before it writes', () => {
    const staging = createSliceStaging(1, 3072, 1);
    expect(() => colour.gather('train', Uint32Array.of(0, 1), 0, 2, staging)).toThrow(RangeError);
    expect(staging.values.every((value) => value === 0)).toBe(true);
  });
});
