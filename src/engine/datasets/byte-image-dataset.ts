import type { ImageDataset, Split } from './dataset.ts';
import { requireRoom } from './slice-staging.ts';

/** One split as it is stored: a byte for every element of every image, a byte for every label. */
export interface ByteImageSplit {
  /** [examples, ...exampleShape] */
  readonly images: Uint8Array;
  /** [examples] */
  readonly labels: Uint8Array;
}

export interface ByteImages {
  readonly id: string;
  readonly exampleShape: readonly number[];
  readonly classes: readonly string[];
  readonly train: ByteImageSplit;
  readonly test: ByteImageSplit;
}

/** Pixel value of each byte: one rounding, of byte / 255 to float32, done once instead of once a pixel. */
const UNIT_OF_BYTE = Float32Array.from({ length: 256 }, (_, byte) => byte / 255);

/**
 * A data set over images held as bytes: a quarter of the memory of float32, and exact.
 * Throws RangeError when images and labels of a split do not describe the same number of examples.
 */
export function createByteImageDataset({ id, exampleShape, classes, train, test }: ByteImages): ImageDataset {
  const elementsPerExample = exampleShape.reduce((product, extent) => product * extent, 1);
  const splits = { train, test };
  for (const [name, split] of Object.entries(splits)) {
    if (split.images.length !== split.labels.length * elementsPerExample) {
      throw new RangeError(
        `${id} ${name}: ${split.labels.length} labels, but ${split.images.length} bytes of images of ${elementsPerExample}`,
      );
    }
  }

  const requireExample = (split: Split, index: number | undefined): number => {
    const examples = splits[split].labels.length;
    if (index !== undefined && Number.isInteger(index) && index >= 0 && index < examples) return index;
    throw new RangeError(`${id} ${split} has examples 0 to ${examples - 1}, not ${index}`);
  };

  return {
    id,
    trainExamples: train.labels.length,
    testExamples: test.labels.length,
    exampleShape,
    targetsPerExample: 1,
    classes,
    gather(split, indices, from, count, staging) {
      requireRoom(staging, count, elementsPerExample, 1);
      const source = splits[split];
      const { values, labels, weights } = staging;
      for (let slot = 0; slot < count; slot++) {
        const index = requireExample(split, indices[from + slot]);
        writeUnits(source.images, index * elementsPerExample, values, slot * elementsPerExample, elementsPerExample);
        labels[slot] = source.labels[index] ?? 0;
        weights[slot] = 1;
      }
    },
    weight: () => 1,
    rawImage(split, index) {
      const start = requireExample(split, index) * elementsPerExample;
      return new Uint8Array(splits[split].images.subarray(start, start + elementsPerExample));
    },
    label(split, index) {
      return splits[split].labels[requireExample(split, index)] ?? 0;
    },
  };
}

function writeUnits(source: Uint8Array, sourceStart: number, target: Float32Array, targetStart: number, count: number) {
  for (let element = 0; element < count; element++) {
    target[targetStart + element] = UNIT_OF_BYTE[source[sourceStart + element] ?? 0] ?? 0;
  }
}
