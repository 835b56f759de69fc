/**
 * CIFAR-10's binary version (Krizhevsky, "Learning Multiple Layers of Features from Tiny Images", 2009;
 * https://www.cs.toronto.edu/~kriz/cifar.html): six files of 10,000 records, five to train and one to test. A record is
 *
 *     label, 0 to 9 (1 byte)   red (32 × 32 bytes, row by row)   green (the same)   blue (the same)
 */
import type { FileProblem } from './data-failure.ts';

export const CIFAR_10_CLASSES = [
  'airplane',
  'automobile',
  'bird',
  'cat',
  'deer',
  'dog',
  'frog',
  'horse',
  'ship',
  'truck',
] as const;

/** Mean and standard deviation of each channel, red, green and blue, over the 50,000 training images at byte / 255. */
export const CIFAR_10_NORMALIZATION = {
  mean: [0.4914, 0.4822, 0.4465],
  deviation: [0.247, 0.2435, 0.2616],
} as const;

export const CIFAR_10_SHAPE = [32, 32, 3] as const;

const TRAINING_BATCHES = ['data_batch_1', 'data_batch_2', 'data_batch_3', 'data_batch_4', 'data_batch_5'] as const;

/** The six files, by their names without ".bin". */
export const CIFAR_10_BATCHES = [...TRAINING_BATCHES, 'test_batch'] as const;
export type Cifar10Batch = (typeof CIFAR_10_BATCHES)[number];

const RECORDS_PER_BATCH = 10_000;
const PIXELS = 32 * 32;
const CHANNELS = 3;
const IMAGE_BYTES = PIXELS * CHANNELS;
const RECORD_BYTES = 1 + IMAGE_BYTES;
/** Size of each of the six files. */
export const CIFAR_10_BATCH_BYTES = RECORDS_PER_BATCH * RECORD_BYTES;

/** Which of the six files `path` names. A browser's mark of a second download, as in "test_batch (1).bin", is passed over. */
export function cifar10BatchOf(path: string): Cifar10Batch | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const stem = /^(\w+?)(?: ?\(\d+\))?\.bin$/.exec(name)?.[1];
  return CIFAR_10_BATCHES.find((batch) => batch === stem);
}

/** Images of one split. */
export interface Cifar10Split {
  /** Bytes, the channels of a pixel side by side // [examples, 32, 32, 3] */
  readonly images: Uint8Array<ArrayBuffer>;
  /** [examples] */
  readonly labels: Uint8Array<ArrayBuffer>;
}

/**
 * Collects the six files, or some of them, in any order. Each is decoded while it streams, straight to its place: nothing
 * is held twice when all the files announced arrive.
 */
export class Cifar10Collector {
  readonly #slots: readonly Cifar10Batch[];
  readonly #train: Cifar10Split;
  #test: Cifar10Split | undefined;
  readonly #done = new Set<Cifar10Batch>();

  /** @param announced the files that are to come, as far as one knows: memory is set aside for them */
  constructor(announced: readonly Cifar10Batch[]) {
    this.#slots = TRAINING_BATCHES.filter((batch) => announced.includes(batch));
    this.#train = emptySplit(this.#slots.length);
  }

  /** The files that are there, whole and checked, in the order of the official list. */
  get batches(): readonly Cifar10Batch[] {
    return CIFAR_10_BATCHES.filter((batch) => this.#done.has(batch));
  }

  /**
   * Reads one of the announced files, once. A problem is a value, after which the collector is of no more use; errors of
   * reading are thrown.
   *
   * @param byteLength bytes that the file has, where that is known before it is read
   */
  async read(
    batch: Cifar10Batch,
    byteLength: number | null,
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<FileProblem | undefined> {
    const sizeProblem = byteLength === null ? undefined : problemOfSize(byteLength);
    if (sizeProblem) return sizeProblem;
    if (batch === 'test_batch') this.#test = emptySplit(1);
    const split = batch === 'test_batch' ? this.#test : partOf(this.#train, this.#slots.indexOf(batch));
    if (split === undefined || split.labels.length === 0) throw new RangeError(`${batch} was not announced`);
    const decoder = new RecordDecoder(split);
    for await (const chunk of chunks) {
      const problem = decoder.push(chunk);
      if (problem) return problem;
    }
    const problem = problemOfSize(decoder.bytes);
    if (problem === undefined) this.#done.add(batch);
    return problem;
  }

  /** The training images of the files that are there, in the order of their numbers; none without a training file. */
  train(): Cifar10Split | undefined {
    const present = this.#slots.flatMap((batch, slot) => (this.#done.has(batch) ? [slot] : []));
    if (present.length === 0) return undefined;
    if (present.length === this.#slots.length) return this.#train;
    const kept = emptySplit(present.length);
    present.forEach((slot, position) => {
      const source = partOf(this.#train, slot);
      const target = partOf(kept, position);
      target.images.set(source.images);
      target.labels.set(source.labels);
    });
    return kept;
  }

  test(): Cifar10Split | undefined {
    return this.#done.has('test_batch') ? this.#test : undefined;
  }
}

/** Turns records, cut into chunks anywhere, into images and labels. */
class RecordDecoder {
  readonly #split: Cifar10Split;
  /** Bytes so far. */
  bytes = 0;

  constructor(split: Cifar10Split) {
    this.#split = split;
  }

  push(chunk: Uint8Array): FileProblem | undefined {
    const { images, labels } = this.#split;
    if (this.bytes + chunk.length > CIFAR_10_BATCH_BYTES) return problemOfSize(this.bytes + chunk.length);
    let offset = 0;
    while (offset < chunk.length) {
      const record = Math.floor(this.bytes / RECORD_BYTES);
      const position = (this.bytes % RECORD_BYTES) - 1;
      let run = 1;
      if (position < 0) {
        const label = chunk[offset] ?? 0;
        if (label >= CIFAR_10_CLASSES.length) {
          return {
            status: 'unexpected',
            expected: 'labels 0 to 9',
            found: `${label} as the label of record ${record.toLocaleString('en-US')}`,
          };
        }
        labels[record] = label;
      } else {
        const channel = Math.floor(position / PIXELS);
        const pixel = position % PIXELS;
        run = Math.min(PIXELS - pixel, chunk.length - offset);
        const target = record * IMAGE_BYTES + pixel * CHANNELS + channel;
        for (let at = 0; at < run; at++) images[target + at * CHANNELS] = chunk[offset + at] ?? 0;
      }
      offset += run;
      this.bytes += run;
    }
    return undefined;
  }
}

function problemOfSize(foundBytes: number): FileProblem | undefined {
  if (foundBytes === CIFAR_10_BATCH_BYTES) return undefined;
  const status = foundBytes < CIFAR_10_BATCH_BYTES ? 'truncated' : 'trailing-bytes';
  return { status, expectedBytes: CIFAR_10_BATCH_BYTES, foundBytes };
}

function emptySplit(batches: number): Cifar10Split {
  const examples = batches * RECORDS_PER_BATCH;
  return { images: new Uint8Array(examples * IMAGE_BYTES), labels: new Uint8Array(examples) };
}

function partOf({ images, labels }: Cifar10Split, slot: number): Cifar10Split {
  const first = slot * RECORDS_PER_BATCH;
  if (slot < 0) return { images: images.subarray(0, 0), labels: labels.subarray(0, 0) };
  return {
    images: images.subarray(first * IMAGE_BYTES, (first + RECORDS_PER_BATCH) * IMAGE_BYTES),
    labels: labels.subarray(first, first + RECORDS_PER_BATCH),
  };
}
