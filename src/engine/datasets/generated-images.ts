import { createPrng, hashUint32 } from '../../core/prng.ts';
import type { Dataset, Split } from './dataset.ts';
import { requireRoom } from './slice-staging.ts';

export interface GeneratedImagesOptions {
  /** 0 to 2³² − 1. */
  readonly seed: number;
  /** Pixels along one side. */
  readonly imageSize: number;
  readonly classes?: number;
  readonly trainExamples?: number;
  readonly testExamples?: number;
}

const CHANNELS = 3;
/** Cells of a class's pattern along one side. */
const GRID = 4;
/** Numbers of different streams of the one hash. */
const STREAM = { train: 1, test: 2, label: 3, noise: 4 } as const satisfies Record<Split | 'label' | 'noise', number>;
/** Noise is uniform between minus and plus this. */
const NOISE = 0.5;
const NOISE_STEPS = 1024;

/**
 * Images that are a pure function of (seed, split, index), made when they are asked for: a million megapixel images would
 * be 12 TB, and no more than a slice's are ever in memory.
 *
 * There is something to learn: each class has a pattern of 4 × 4 colours, the same for all its images in both splits, which
 * is enlarged smoothly to the whole image, moved by up to half a cell, made stronger or weaker, and covered by noise.
 * Values have mean 0 and lie between −1.75 and 1.75.
 */
export function createGeneratedImages(options: GeneratedImagesOptions): Dataset {
  const { seed, imageSize, classes = 1000, trainExamples = 1_000_000, testExamples = 10_000 } = options;
  for (const size of [imageSize, classes, trainExamples, testExamples]) {
    if (!Number.isInteger(size) || size < 1) throw new RangeError(`Sizes are whole numbers from 1 on, not ${size}`);
  }
  const examples = { train: trainExamples, test: testExamples };
  const elements = imageSize * imageSize * CHANNELS;
  const rows = Array.from({ length: GRID }, () => new Float32Array(imageSize * CHANNELS));
  const keyOf = (split: Split, index: number | undefined): number => {
    if (index === undefined || !Number.isInteger(index) || index < 0 || index >= examples[split]) {
      throw new RangeError(`generated-images ${split} has examples 0 to ${examples[split] - 1}, not ${index}`);
    }
    return hashUint32(hashUint32(hashUint32(seed) ^ STREAM[split]) ^ index);
  };

  return {
    id: `generated-images-${imageSize}`,
    trainExamples,
    testExamples,
    exampleShape: [imageSize, imageSize, CHANNELS],
    targetsPerExample: 1,
    gather(split, indices, from, count, staging) {
      requireRoom(staging, count, elements, 1);
      for (let slot = 0; slot < count; slot += 1) {
        const key = keyOf(split, indices[from + slot]);
        const label = hashUint32(key ^ STREAM.label) % classes;
        staging.labels[slot] = label;
        staging.weights[slot] = 1;
        const variation = createPrng(seed, 'variation', key);
        const shiftX = variation.nextFloat() / 2;
        const shiftY = variation.nextFloat() / 2;
        const pattern = classPattern(seed, label, 0.75 + variation.nextFloat() / 2);
        enlargeRows(pattern, rows, shiftX);
        const image = staging.values.subarray(slot * elements, (slot + 1) * elements);
        drawImage(image, rows, shiftY, hashUint32(key ^ STREAM.noise));
      }
    },
    weight: () => 1,
  };
}

/** Colours of the cells, each between −`strength` and `strength` // [GRID, GRID, 3] */
function classPattern(seed: number, label: number, strength: number): Float32Array {
  const prng = createPrng(seed, 'class', label);
  return Float32Array.from({ length: GRID * GRID * CHANNELS }, () => (2 * prng.nextFloat() - 1) * strength);
}

/** Enlarges each row of the pattern to the width of the image, from `shift` cells on; it goes on at the left edge again. */
function enlargeRows(pattern: Float32Array, rows: readonly Float32Array[], shift: number): void {
  for (const [gridRow, row] of rows.entries()) {
    const imageSize = row.length / CHANNELS;
    for (let x = 0; x < imageSize; x += 1) {
      const { cell, next, share } = between(x, imageSize, shift);
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        const left = pattern[(gridRow * GRID + cell) * CHANNELS + channel] ?? 0;
        const right = pattern[(gridRow * GRID + next) * CHANNELS + channel] ?? 0;
        row[x * CHANNELS + channel] = left + (right - left) * share;
      }
    }
  }
}

/** Blends each line of the image from two rows and adds noise: ten bits of one random number for each channel. */
function drawImage(image: Float32Array, rows: readonly Float32Array[], shift: number, noiseKey: number): void {
  const width = image.length === 0 ? 0 : (rows[0]?.length ?? 0);
  const imageSize = width / CHANNELS;
  const scale = (2 * NOISE) / (NOISE_STEPS - 1);
  // Marsaglia's xorshift, never 0: quick, and good enough for noise.
  let state = noiseKey | 1;
  for (let y = 0; y < imageSize; y += 1) {
    const { cell, next, share } = between(y, imageSize, shift);
    const [above, below] = [rows[cell], rows[next]];
    if (above === undefined || below === undefined) return;
    const start = y * width;
    for (let x = 0; x < width; x += CHANNELS) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      let bits = state;
      for (let at = x; at < x + CHANNELS; at += 1) {
        const upper = above[at] ?? 0;
        image[start + at] = upper + ((below[at] ?? 0) - upper) * share + (bits & (NOISE_STEPS - 1)) * scale - NOISE;
        bits >>>= 10;
      }
    }
  }
}

/** The two cells between whose centres pixel `at` of `size` lies, and how far from the first to the second. */
function between(at: number, size: number, shift: number): { cell: number; next: number; share: number } {
  const position = (at / size) * GRID + shift;
  const cell = Math.floor(position);
  return { cell: cell % GRID, next: (cell + 1) % GRID, share: position - cell };
}
