import { createPrng } from '../../../src/core/prng.ts';
import { type ByteImageSplit, createByteImageDataset } from '../../../src/engine/datasets/byte-image-dataset.ts';
import type { Dataset } from '../../../src/engine/datasets/dataset.ts';

const CLASSES = 10;
const PIXELS = 28 * 28;

/**
 * Images of ten classes that a network can learn in a few updates: each class has a pattern of its own, each example
 * adds noise to it. As large as Fashion-MNIST's, without a download. Equal arguments give equal data.
 */
export function syntheticDataset(trainExamples: number, testExamples: number): Dataset {
  return createByteImageDataset({
    id: 'synthetic',
    exampleShape: [28, 28, 1],
    classes: Array.from({ length: CLASSES }, (_, i) => `class ${i}`),
    train: split('train', trainExamples),
    test: split('test', testExamples),
  });
}

function split(name: string, examples: number): ByteImageSplit {
  const images = new Uint8Array(examples * PIXELS);
  const labels = Uint8Array.from({ length: examples }, (_, i) => i % CLASSES);
  for (let example = 0; example < examples; example += 1) {
    const pattern = createPrng(1, 'pattern', `${example % CLASSES}`);
    const noise = createPrng(1, name, `${example}`);
    for (let pixel = 0; pixel < PIXELS; pixel += 1) {
      images[example * PIXELS + pixel] = 255 * (0.6 * pattern.nextFloat() + 0.4 * noise.nextFloat());
    }
  }
  return { images, labels };
}
