import { describe, expect, it } from 'vitest';
import { FailureError, failureOf } from '../../../../src/core/failures.ts';
import { type ImportProgress, importFiles } from '../../../../src/engine/datasets/dropped-files.ts';
import { encodeIdx } from '../../../../src/engine/datasets/idx.ts';
import { importedDataset } from '../../../../src/engine/datasets/imported-images.ts';
import { createSliceStaging } from '../../../../src/engine/datasets/slice-staging.ts';
import { MemoryStorage } from './memory-storage.ts';
import {
  chunkedFile,
  cifarBatch,
  cifarTar,
  fileOf,
  idxPair,
  META,
  pixelOf,
  quickGzip,
  RECORD_BYTES,
  tar,
} from './official-files.ts';

function start(files: readonly File[], signal: AbortSignal = new AbortController().signal) {
  const storage = new MemoryStorage();
  const progress: ImportProgress[] = [];
  const importing = importFiles(files, { signal, storage, onProgress: (step) => progress.push(step) });
  return { storage, progress, importing };
}

/** The sentence of a refused import, of which nothing may have been kept. */
async function refusal(files: readonly File[]): Promise<{ readonly code: string; readonly message: string }> {
  const { storage, importing } = start(files);
  const error = await importing.catch((reason: unknown) => reason);
  expect(storage.saved).toHaveLength(0);
  if (!(error instanceof FailureError)) throw new Error('a FailureError was expected', { cause: error });
  return error.failure;
}

const batch1 = cifarBatch(1);
const testBatch = cifarBatch(6);
const archive = cifarTar(
  new Map([
    ['data_batch_1', batch1],
    ['test_batch', testBatch],
  ]),
);
/** With one file of the six, and compressed. */
const small = cifarTar(new Map([['data_batch_1', batch1]]));
const gzipped = quickGzip(small);

describe('importFiles: CIFAR-10', () => {
  it.each([
    ['cifar-10-binary.tar.gz', quickGzip(archive)],
    ['cifar-10-binary.tar', archive],
  ])('reads %s in the official layout, and keeps it', async (name, bytes) => {
    const { storage, progress, importing } = start([chunkedFile(name, bytes, 65_521)]);
    const { images, keeping } = await importing;
    expect(images).toMatchObject({ id: 'cifar-10', parts: ['data_batch_1', 'test_batch'], testSource: 'own-file' });
    expect(keeping.status).toBe('kept');
    expect(storage.saved[0]).toBe(images);
    expect(progress.at(-1)).toEqual({ stage: 'reading', doneBytes: bytes.length, totalBytes: bytes.length });

    const dataset = importedDataset(images);
    expect([dataset.trainExamples, dataset.testExamples, dataset.exampleShape]).toEqual([10_000, 10_000, [32, 32, 3]]);
    expect([...dataset.rawImage('test', 9_999).subarray(-3)]).toEqual(pixelOf(testBatch, 9_999, 1023));
    const staging = createSliceStaging(1, 3072, 1);
    dataset.gather('train', Uint32Array.of(77), 0, 1, staging);
    const [red = 0] = pixelOf(batch1, 77, 0);
    expect(staging.values[0]).toBeCloseTo((red / 255 - 0.4914) / 0.247, 5);
    expect(staging.labels[0]).toBe(batch1[77 * RECORD_BYTES]);
  });

  it('reads loose files; without the test file it holds out the last tenth of the training images, and says so', async () => {
    const { images } = await start([chunkedFile('data_batch_1.bin', batch1, 1_000_003)]).importing;
    expect(images).toMatchObject({ parts: ['data_batch_1'], testSource: 'held-out' });
    const dataset = importedDataset(images);
    expect([dataset.trainExamples, dataset.testExamples]).toEqual([9_000, 1_000]);
    expect([...dataset.rawImage('test', 0).subarray(0, 3)]).toEqual(pixelOf(batch1, 9_000, 0));
    expect(dataset.label('test', 999)).toBe(batch1[9_999 * RECORD_BYTES]);
  });

  it('refuses the test file alone, the same file twice, and an archive beside loose files', async () => {
    const test = fileOf('test_batch.bin', testBatch);
    expect((await refusal([test])).message).toContain('expected at least one of data_batch_1.bin');
    expect((await refusal([test, test])).message).toContain('expected test_batch.bin once, found a second one');
    expect((await refusal([fileOf('a.tar', small), test])).message).toContain('test_batch.bin');
    expect((await refusal([fileOf('a.tar', small), fileOf('b.tar', small)])).message).toContain('one archive');
  });

  it('refuses the other versions of CIFAR by name, at their first entry', async () => {
    const foreign = (name: string) => fileOf('download.tar.gz', quickGzip(tar([{ name, bytes: META }])));
    const python = await refusal([foreign('cifar-10-batches-py/data_batch_4')]);
    expect(python.message).toBe(
      'download.tar.gz cannot be used as data: expected the binary version of CIFAR-10, found the Python version of CIFAR-10 (cifar-10-batches-py/data_batch_4).',
    );
    expect((await refusal([foreign('cifar-10-batches-mat/test_batch.mat')])).message).toContain('MATLAB');
    expect((await refusal([foreign('cifar-100-binary/train.bin')])).message).toContain('found CIFAR-100');
    expect((await refusal([foreign('photos/cat.jpg')])).message).toContain('other files, such as photos/cat.jpg');
    expect((await refusal([fileOf('empty.tar', tar([{ name: 'a/', type: '5' }]))])).message).toContain('such as a/');
  });

  it('refuses a file in the archive that has another size, or a label above 9, and names both files', async () => {
    const short = cifarTar(new Map([['data_batch_1', batch1.slice(0, 9_999 * RECORD_BYTES)]]));
    expect(await refusal([fileOf('cifar-10-binary.tar', short)])).toMatchObject({
      code: 'file-incomplete',
      message:
        'cifar-10-binary.tar: cifar-10-batches-bin/data_batch_1.bin is not whole: expected 30,730,000 bytes, found 30,726,927 bytes.',
    });
    const wrong = batch1.slice();
    wrong[RECORD_BYTES] = 77;
    const labels = await refusal([fileOf('a.tar', cifarTar(new Map([['data_batch_1', wrong]])))]);
    expect(labels.message).toContain('data_batch_1.bin cannot be used as data: expected labels 0 to 9, found 77');
  });

  it('refuses an archive cut short anywhere, compressed or not', async () => {
    for (const share of [0.0001, 0.3, 0.999]) {
      const compressed = gzipped.slice(0, Math.floor(gzipped.length * share));
      const gzipFailure = await refusal([fileOf('cifar-10-binary.tar.gz', compressed)]);
      expect(gzipFailure, `gzip at ${share}`).toMatchObject({ code: 'file-incomplete' });
      expect(gzipFailure.message).toContain('gzip data cut short');
    }
    // In the first header, in the records, and before the end mark, which begins at 30,733,312.
    for (const length of [1000, 9_000_000, 30_733_312]) {
      const failure = await refusal([fileOf('cifar-10-binary.tar', small.slice(0, length))]);
      expect(failure, `tar at ${length}`).toMatchObject({ code: 'file-incomplete' });
      expect(failure.message).toContain('tar data cut short');
    }
  });

  it('refuses gzip data with a flipped bit', async () => {
    const flipped = gzipped.slice();
    // The last eight bytes are the checksum and the length.
    flipped[flipped.length - 6] = (flipped[flipped.length - 6] ?? 0) ^ 1;
    expect((await refusal([fileOf('a.tar.gz', flipped)])).code).toBe('file-incomplete');
  });

  it.each([
    ['an empty file', new Uint8Array(0)],
    ['a web page', new TextEncoder().encode('<!DOCTYPE html><title>404</title>')],
    ['a ZIP archive', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0)],
    ['a Python pickle', Uint8Array.of(0x80, 2, 0x7d, 0x71)],
    ['bytes de ad be ef', Uint8Array.of(0xde, 0xad, 0xbe, 0xef, 0)],
  ])('says when it finds %s, under any name', async (found, bytes) => {
    for (const name of ['data_batch_1.bin', 'cifar-10-binary.tar.gz', 'train-images-idx3-ubyte']) {
      const failure = await refusal([fileOf(name, bytes)]);
      expect(failure.code).toBe('file-unexpected');
      expect(failure.message).toMatch(new RegExp(`^${name} .*found ${found}\\.$`));
    }
  });

  it('says when there is no file at all', async () => {
    expect((await refusal([])).message).toContain('found no file');
  });
});

describe('importFiles: surroundings', () => {
  it.each([
    ['cifar-10-binary.tar', small],
    ['cifar-10-binary.tar.gz', gzipped],
  ])(
    '%s: ends with the reason of the signal wherever it is aborted, keeps nothing, lets go of the file',
    async (name, bytes) => {
      for (const share of [0, 0.3, 0.7]) {
        const controller = new AbortController();
        const reason = new Error('the person chose otherwise');
        let cancelled = 0;
        const file = chunkedFile(
          name,
          bytes,
          Math.ceil(bytes.length / 20),
          (position) => position >= bytes.length * share && controller.abort(reason),
          () => cancelled++,
        );
        const { storage, importing } = start([file], controller.signal);
        await expect(importing).rejects.toBe(reason);
        expect(storage.saved).toHaveLength(0);
        // Plain: once after the first bytes, by which it is recognised, once in the middle. Decompression reads ahead.
        if (bytes === small) expect(cancelled).toBe(share === 0 ? 1 : 2);
        else expect(cancelled).toBeGreaterThan(0);
      }
    },
  );

  it.each([
    ['to say how it begins', { slice: () => ({ arrayBuffer: () => new Promise(() => {}) }) }],
    ['for its contents', { stream: () => new ReadableStream() }],
  ])('an abort ends the wait for a file that does not answer, here %s', async (_, silent) => {
    const controller = new AbortController();
    const reason = new Error('the person chose otherwise');
    const { storage, importing } = start(
      [Object.assign(fileOf('data_batch_1.bin', batch1), silent)],
      controller.signal,
    );
    const ended = expect(importing).rejects.toBe(reason);
    // Every step that needs no answer has been made by then.
    await new Promise((resolve) => setTimeout(resolve));
    controller.abort(reason);
    await ended;
    expect(storage.saved).toHaveLength(0);
  });

  it('names a file that the browser cannot read to its end', async () => {
    const lost = chunkedFile('data_batch_1.bin', batch1, 1_000_000, (position) => {
      if (position > 5_000_000) throw new DOMException('changed on disk', 'NotReadableError');
    });
    const failure = await refusal([lost]);
    expect(failure).toMatchObject({ code: 'file-unreadable', message: 'The browser could not read data_batch_1.bin.' });
  });

  it('gives the images although the storage refuses them, and the reason', async () => {
    const storage = new MemoryStorage();
    storage.refusal = failureOf('storage-unavailable', { action: 'keep' });
    const { images, labels } = idxPair([0, 1, 2]);
    const files = [fileOf('train-images', images), fileOf('train-labels', labels)];
    const { signal } = new AbortController();
    const outcome = await importFiles(files, { signal, storage, onProgress: () => {} });
    expect(outcome.keeping).toEqual({ status: 'session-only', failure: storage.refusal });
    expect(importedDataset(outcome.images).trainExamples).toBe(2);
  });

  it('can be sent to another thread as it is', async () => {
    const { images, labels } = idxPair([0, 1, 2]);
    const { importing } = start([fileOf('train-images', images), fileOf('train-labels', labels)]);
    const outcome = await importing;
    expect(structuredClone(outcome)).toEqual(outcome);
  });
});

describe('importFiles: IDX', () => {
  const mnist = idxPair([5, 0, 4, 1, 9, 2, 1, 3, 1, 4, 3]);
  const fashion = idxPair([9, 0, 0, 3, 0, 2, 7, 2, 5, 5, 1]);
  const other = idxPair([8, 8, 8]);
  const official = (train: typeof mnist, test: typeof mnist) => [
    fileOf('t10k-labels-idx1-ubyte.gz', quickGzip(test.labels)),
    fileOf('train-images-idx3-ubyte', train.images),
    fileOf('t10k-images-idx3-ubyte.gz', quickGzip(test.images)),
    fileOf('train-labels.idx1-ubyte', train.labels),
  ];

  it.each([
    ['mnist', mnist, '0'],
    ['fashion-mnist', fashion, 'T-shirt/top'],
    ['idx-images', other, '0'],
  ])('tells %s by its first labels, from plain and gzip files in any order', async (id, train, firstClass) => {
    const { images } = await start(official(train, other)).importing;
    expect(images).toMatchObject({ id, testSource: 'own-file' });
    expect(images.parts).toEqual(['test images', 'test labels', 'train images', 'train labels']);
    expect(images.classes[0]).toBe(firstClass);
    const dataset = importedDataset(images);
    expect([dataset.trainExamples, dataset.testExamples]).toEqual([train.labels.length - 8, 3]);
    expect([dataset.rawImage('train', 2)[783], dataset.label('train', 2)]).toEqual([2, train.labels[8 + 2]]);
  });

  it('holds out the last tenth where there are no test files', async () => {
    const [, images, , labels] = official(mnist, mnist);
    const outcome = await start([images, labels].filter((file) => file !== undefined)).importing;
    expect(outcome.images.testSource).toBe('held-out');
    const dataset = importedDataset(outcome.images);
    // A tenth of 11, rounded up
    expect([dataset.trainExamples, dataset.testExamples, dataset.label('test', 1)]).toEqual([9, 2, 3]);
  });

  it('refuses files that do not make a data set, and says what is missing', async () => {
    const [testLabels, trainImages, testImages, trainLabels] = official(mnist, other);
    if (!(testLabels && trainImages && testImages && trainLabels)) throw new Error('four files');
    expect((await refusal([trainImages])).message).toContain('expected the train labels beside it, found images alone');
    expect((await refusal([testImages, testLabels])).message).toContain('found test files alone');
    expect((await refusal([trainImages, trainImages, trainLabels])).message).toContain('a second one');
    expect((await refusal([trainImages, fileOf('data_batch_1.bin', batch1)])).message).toContain('another kind');
    expect((await refusal([fileOf('images-idx3-ubyte', mnist.images)])).message).toContain('none of them in the name');
    const one = idxPair([5]);
    const single = [fileOf('train-i', one.images), fileOf('train-l', one.labels)];
    expect((await refusal(single)).message).toContain('at least two examples');
  });

  it.each([
    ['images of another size', encodeIdx([2, 32, 32], new Uint8Array(2048)), 'found 3 dimensions: 2 × 32 × 32'],
    ['colours', encodeIdx([1, 28, 28, 3], new Uint8Array(2352)), 'found one with 4'],
    ['fewer images than labels', encodeIdx([2, 28, 28], new Uint8Array(1568)), 'expected 2 labels'],
    ['images cut short', mnist.images.slice(0, 5000), 'found 5,000 bytes'],
    ['images with bytes behind them', Uint8Array.of(...mnist.images, 0), 'found 8,641 bytes'],
  ])('refuses %s', async (_, images, found) => {
    const labels = fileOf('train-labels', mnist.labels);
    expect((await refusal([fileOf('train-images', images), labels])).message).toContain(found);
    expect((await refusal([fileOf('train-images.gz', quickGzip(images)), labels])).message).toContain(found);
  });

  it('refuses letters: a label above 9', async () => {
    const letters = idxPair([1, 26]);
    const failure = await refusal([fileOf('train-i', letters.images), fileOf('train-l', letters.labels)]);
    expect(failure.message).toContain('expected labels 0 to 9, found 26 as the label of example 1');
  });

  it('does not read a file to its end whose header announces another shape', async () => {
    const huge = encodeIdx([50, 100, 100], new Uint8Array(500_000));
    let farthest = 0;
    const file = chunkedFile('train-images', huge, 1000, (position) => {
      farthest = Math.max(farthest, position);
    });
    await refusal([file, fileOf('train-labels', mnist.labels)]);
    expect(farthest).toBeLessThan(5000);
  });
});
