import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FailureError } from '../../../../src/core/failures.ts';
import { FASHION_MNIST_CLASSES, loadFashionMnist } from '../../../../src/engine/datasets/fashion-mnist.ts';
import { encodeIdx } from '../../../../src/engine/datasets/idx.ts';
import { createSliceStaging } from '../../../../src/engine/datasets/slice-staging.ts';
import { bytesAnswer, chunkedAnswer, FakeNetwork, gzip } from './fake-network.ts';

const FOLDER = fileURLToPath(new URL('../../../../public/data/fashion-mnist/', import.meta.url));
const NAMES = [
  'train-images-idx3-ubyte.gz',
  'train-labels-idx1-ubyte.gz',
  'test-images-idx3-ubyte.gz',
  'test-labels-idx1-ubyte.gz',
] as const;

function load(network: FakeNetwork, signal: AbortSignal = new AbortController().signal) {
  const { environment, onProgress } = network;
  return loadFashionMnist({ baseUrl: 'data/fashion-mnist', signal, environment, onProgress });
}

/** Three training and two test examples; each image is filled with its number. */
function smallNetwork(): FakeNetwork {
  const images = (count: number) =>
    gzip(
      encodeIdx(
        [count, 28, 28],
        Uint8Array.from({ length: count * 784 }, (_, i) => Math.floor(i / 784)),
      ),
    );
  const labels = (...values: number[]) => gzip(encodeIdx([values.length], Uint8Array.from(values)));
  const network = new FakeNetwork();
  const [trainImages, trainLabels, testImages, testLabels] = NAMES;
  network.answers.set(trainImages, bytesAnswer(images(3)));
  network.answers.set(trainLabels, bytesAnswer(labels(9, 0, 4)));
  network.answers.set(testImages, bytesAnswer(images(2)));
  network.answers.set(testLabels, bytesAnswer(labels(1, 2)));
  return network;
}

async function failureOf(loading: Promise<unknown>) {
  const error = await loading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof FailureError)) throw new Error('a FailureError was expected', { cause: error });
  return error.failure;
}

describe('the bundled Fashion-MNIST', () => {
  it('has 12,000 training and 2,000 test images of 28 × 28, in ten classes of about a tenth each', async () => {
    const network = new FakeNetwork();
    for (const name of NAMES) {
      const bytes = new Uint8Array(await readFile(`${FOLDER}${name}`));
      network.answers.set(name, bytesAnswer(bytes));
    }
    const dataset = await load(network);
    expect([dataset.trainExamples, dataset.testExamples, dataset.exampleShape]).toEqual([12_000, 2_000, [28, 28, 1]]);

    const histogram = (split: 'train' | 'test', examples: number) => {
      const counts = FASHION_MNIST_CLASSES.map(() => 0);
      for (let index = 0; index < examples; index++) {
        const label = dataset.label(split, index);
        counts[label] = (counts[label] ?? 0) + 1;
      }
      return counts;
    };
    // Counted from the official files with another program.
    expect(histogram('train', 12_000)).toEqual([1122, 1220, 1201, 1212, 1181, 1204, 1244, 1192, 1195, 1229]);
    expect(histogram('test', 2_000)).toEqual([200, 203, 214, 190, 219, 195, 197, 200, 194, 188]);
    // The official files begin with an ankle boot (9) in both splits.
    expect([dataset.label('train', 0), dataset.label('test', 0)]).toEqual([9, 9]);

    // 9,408,016 + 12,008 + 1,568,016 + 2,008 decompressed bytes.
    expect(network.progress.at(-1)).toEqual({ doneBytes: 10_990_048, totalBytes: 10_990_048 });
  });
});

describe('loadFashionMnist', () => {
  it('refuses files with another number of examples than the run was planned for, before they are all here', async () => {
    const { environment, onProgress } = smallNetwork();
    const { signal } = new AbortController();
    const request = { baseUrl: 'data/fashion-mnist', signal, environment, onProgress };
    const asked = await loadFashionMnist({ ...request, examples: { train: 3, test: 2 } });
    expect([asked.trainExamples, asked.testExamples]).toEqual([3, 2]);
    const failure = await failureOf(loadFashionMnist({ ...request, examples: { train: 4, test: 2 } }));
    expect(failure.message).toMatch(/^train-(images|labels)-.* expected .*4.* found .*3/);
  });

  it('joins images with their labels, split by split', async () => {
    const dataset = await load(smallNetwork());
    const staging = createSliceStaging(2, 784, 1);
    const { values: images, labels } = staging;
    dataset.gather('train', Uint32Array.of(2, 1), 0, 2, staging);
    expect([images[0], images[784], ...labels]).toEqual([Math.fround(2 / 255), Math.fround(1 / 255), 4, 0]);
    expect([dataset.trainExamples, dataset.testExamples, dataset.label('test', 1)]).toEqual([3, 2, 2]);
  });

  it('asks for all four files at once, below the base address', async () => {
    const network = smallNetwork();
    const loading = load(network);
    expect(network.requested).toEqual(NAMES.map((name) => `data/fashion-mnist/${name}`));
    await loading;
  });

  it('sums progress, and knows the total only when all four headers have come', async () => {
    const network = smallNetwork();
    await load(network);
    const totals = network.progress.map(({ totalBytes }) => totalBytes);
    // (16 + 3 × 784) + (8 + 3) + (16 + 2 × 784) + (8 + 2)
    const total = 3973;
    expect(new Set(totals)).toEqual(new Set([null, total]));
    expect(totals.indexOf(total)).toBeGreaterThanOrEqual(3);
    const done = network.progress.map(({ doneBytes }) => doneBytes);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(done.at(-1)).toBe(total);
  });

  it('names the file that is missing, and ends the other downloads', async () => {
    const network = smallNetwork();
    network.answers.delete('test-labels-idx1-ubyte.gz');
    network.answers.set('train-images-idx3-ubyte.gz', chunkedAnswer(new Uint8Array(8), 4, 'hang'));
    const failure = await failureOf(load(network));
    expect(failure.code).toBe('data-missing');
    expect(failure.message).toContain('test-labels-idx1-ubyte.gz');
    expect(network.signals.map((signal) => signal.aborted)).toEqual([true, true, true, true]);
    expect(network.timersRunning).toBe(0);
  });

  it.each([
    [
      'images of another size',
      'train-images-idx3-ubyte.gz',
      encodeIdx([3, 32, 32], new Uint8Array(3072)),
      '3 × 32 × 32',
    ],
    ['fewer labels than images', 'train-labels-idx1-ubyte.gz', encodeIdx([2], new Uint8Array(2)), '3 labels'],
    [
      'a label above 9',
      'test-labels-idx1-ubyte.gz',
      encodeIdx([2], Uint8Array.of(0, 10)),
      '10 as the label of example 1',
    ],
    ['images where labels belong', 'test-labels-idx1-ubyte.gz', encodeIdx([2, 1], new Uint8Array(2)), '2 × 1'],
  ])('refuses %s and says what it found', async (_, name, bytes, found) => {
    const network = smallNetwork();
    network.answers.set(name, bytesAnswer(gzip(bytes)));
    const failure = await failureOf(load(network));
    expect(failure.message).toContain(name);
    expect(failure.message).toContain(found);
  });

  it('refuses a split without examples', async () => {
    const network = smallNetwork();
    network.answers.set('test-images-idx3-ubyte.gz', bytesAnswer(encodeIdx([0, 28, 28], new Uint8Array(0))));
    network.answers.set('test-labels-idx1-ubyte.gz', bytesAnswer(encodeIdx([0], new Uint8Array(0))));
    expect((await failureOf(load(network))).message).toContain('at least one example');
  });

  it('ends with the reason of the signal when the run ends', async () => {
    const network = smallNetwork();
    network.answers.set('train-images-idx3-ubyte.gz', () => new Promise(() => {}));
    const controller = new AbortController();
    const loading = load(network, controller.signal);
    const reason = new Error('the run has ended');
    controller.abort(reason);
    await expect(loading).rejects.toBe(reason);
  });
});
