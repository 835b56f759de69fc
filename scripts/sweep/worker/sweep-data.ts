import { createPrng } from '../../../src/core/prng.ts';
import { type ByteImageSplit, createByteImageDataset } from '../../../src/engine/datasets/byte-image-dataset.ts';
import type { Dataset } from '../../../src/engine/datasets/dataset.ts';
import { createGeneratedImages } from '../../../src/engine/datasets/generated-images.ts';
import { createSyntheticTokens } from '../../../src/engine/datasets/synthetic-tokens.ts';
import { MOBY_DICK_CHARACTERS } from '../../../src/engine/datasets/token-moby-dick.ts';
import { type CharacterDocuments, createCharacterWindows } from '../../../src/engine/datasets/token-windows.ts';
import type { Workload } from '../../../src/engine/workload.ts';

const SEED = 1;

/** A few random examples in the shape of a workload's, made without a download. */
export function sweepData(workload: Workload, trainExamples: number, testExamples: number): Dataset {
  const { exampleShape, exampleType, targetsPerExample, classes } = workload;
  const [size = 1, , channels] = exampleShape;
  if (channels === 3) {
    return createGeneratedImages({ seed: SEED, imageSize: size, classes, trainExamples, testExamples });
  }
  if (channels === 1) return greyImages(exampleShape, classes, trainExamples, testExamples);
  if (exampleType === 'int32' && targetsPerExample === 1) {
    const vocabulary = workload.model.parameters[0]?.shape[0] ?? 1;
    return createSyntheticTokens({ seed: SEED, steps: size, vocabulary, classes, trainExamples, testExamples });
  }
  return createCharacterWindows({
    id: 'random characters',
    positions: size,
    characters: MOBY_DICK_CHARACTERS,
    train: documents('train', trainExamples, size),
    test: documents('test', testExamples, size),
  });
}

function greyImages(exampleShape: readonly number[], classes: number, train: number, test: number): Dataset {
  const split = (name: string, examples: number): ByteImageSplit => {
    const prng = createPrng(SEED, 'grey', name);
    const pixels = exampleShape.reduce((a, b) => a * b, examples);
    return {
      images: Uint8Array.from({ length: pixels }, () => prng.nextBelow(256)),
      labels: Uint8Array.from({ length: examples }, () => prng.nextBelow(classes)),
    };
  };
  return createByteImageDataset({
    id: 'random images',
    exampleShape,
    classes: Array.from({ length: classes }, (_, i) => `class ${i}`),
    train: split('train', train),
    test: split('test', test),
  });
}

/** Documents of one window each, all of different length. */
function documents(name: string, count: number, positions: number): CharacterDocuments {
  const prng = createPrng(SEED, 'characters', name);
  const offsets = Uint32Array.from({ length: count + 1 }, () => 0);
  for (let i = 0; i < count; i += 1) offsets[i + 1] = (offsets[i] ?? 0) + positions + 1 - (i % (positions - 1));
  const ids = Uint8Array.from({ length: offsets[count] ?? 0 }, () => prng.nextBelow(MOBY_DICK_CHARACTERS.length));
  return { ids, offsets };
}
