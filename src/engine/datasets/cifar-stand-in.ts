import type { ImageDataset } from './dataset.ts';
import { requireRoom } from './slice-staging.ts';

const SIZE = 32;
const CHANNELS = 3;
const ELEMENTS = SIZE * SIZE * CHANNELS;

/**
 * Grey images of at most 32 × 32 in the shape of CIFAR-10's: in the middle of a black border, the same in all three
 * channels. What CIFAR-10's networks learn from until a person gives the official files.
 */
export function asColourImages(grey: ImageDataset): ImageDataset {
  const [height = 0, width = 0] = grey.exampleShape;
  const top = Math.floor((SIZE - height) / 2);
  const left = Math.floor((SIZE - width) / 2);
  const one = new Float32Array(height * width);

  const spread = (source: ArrayLike<number>, target: Float32Array | Uint8Array): void => {
    target.fill(0);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const at = ((top + y) * SIZE + left + x) * CHANNELS;
        target.fill(source[y * width + x] ?? 0, at, at + CHANNELS);
      }
    }
  };

  return {
    ...grey,
    id: `${grey.id}-as-cifar-10`,
    exampleShape: [SIZE, SIZE, CHANNELS],
    gather(split, indices, from, count, staging) {
      requireRoom(staging, count, ELEMENTS, 1);
      grey.gather(split, indices, from, count, staging);
      // From the last on: no image is overwritten before its turn.
      for (let slot = count - 1; slot >= 0; slot -= 1) {
        one.set(staging.values.subarray(slot * one.length, (slot + 1) * one.length));
        spread(one, staging.values.subarray(slot * ELEMENTS, (slot + 1) * ELEMENTS));
      }
    },
    rawImage(split, index) {
      const image = new Uint8Array(ELEMENTS);
      spread(grey.rawImage(split, index), image);
      return image;
    },
  };
}
