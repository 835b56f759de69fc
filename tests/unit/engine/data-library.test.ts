import { describe, expect, it } from 'vitest';
import type { DataFamily, DataSource } from '../../../src/core/data/data-in-use.ts';
import { FailureError, failureOf } from '../../../src/core/failures.ts';
import { DataLibrary } from '../../../src/engine/data-library.ts';
import { BROWSER_ENVIRONMENT, type DownloadEnvironment } from '../../../src/engine/datasets/download.ts';
import type { DataReport, ImportProgress } from '../../../src/protocol/data-report.ts';
import type { Event } from '../../../src/protocol/events.ts';
import { FakeNetwork } from './datasets/fake-network.ts';
import { MemoryStorage } from './datasets/memory-storage.ts';
import { chunkedFile, fileOf, idxPair } from './datasets/official-files.ts';

/** The first labels of the official training files. */
const FASHION_LABELS = [9, 0, 0, 3, 0, 2, 7, 2, 5, 5];
const MNIST_LABELS = [5, 0, 4, 1, 9, 2, 1, 3, 1, 4];
const LOADING = { signal: new AbortController().signal, onProgress: () => {} };

function trainingFiles(labels: readonly number[]): File[] {
  const pair = idxPair(labels);
  return [fileOf('train-images-idx3-ubyte', pair.images), fileOf('train-labels-idx1-ubyte', pair.labels)];
}

function openLibrary(
  storage = new MemoryStorage(),
  now: () => number = () => 0,
  download: DownloadEnvironment = BROWSER_ENVIRONMENT,
) {
  const events: Event[] = [];
  const waiting = new Set<() => void>();
  const library = new DataLibrary({
    dataUrl: 'http://localhost/data/',
    storage,
    download,
    post: (event) => {
      events.push(event);
      for (const check of waiting) check();
    },
    now,
  });
  const until = <T>(find: () => T | undefined) =>
    new Promise<T>((resolve) => {
      const check = () => {
        const found = find();
        if (found !== undefined) resolve(found);
      };
      waiting.add(check);
      check();
    });
  const reports = () => events.flatMap((event) => (event.type === 'data' ? [event.report] : []));
  const progressOf = (importId: number) =>
    events.flatMap((event) => (event.type === 'import' && event.importId === importId ? [event.progress] : []));
  /** The end of an import. */
  const ended = (importId: number): Promise<ImportProgress> =>
    until(() => progressOf(importId).find(({ type }) => type !== 'reading' && type !== 'keeping'));
  const nextReport = async (change: () => void): Promise<DataReport> => {
    const before = reports().length;
    change();
    return until(() => reports()[before]);
  };
  const importFiles = (importId: number, files: readonly File[]) => {
    library.handle({ type: 'import-files', importId, files });
    return ended(importId);
  };
  return { library, storage, reports, progressOf, ended, importFiles, nextReport, last: () => reports().at(-1) };
}

describe('data library', () => {
  it('says once what is there, before anything else; CIFAR-10’s networks have the sizes of their stand-in', async () => {
    const { library, reports } = openLibrary();
    await library.isListed;
    expect(reports()).toHaveLength(1);
    expect(reports()[0]).toMatchObject({ imported: [], inUse: { fashion: 'bundled', cifar: 'bundled' } });
    expect(library.sizes('cifar-resnet20')).toEqual({ trainExamples: 12_000, testExamples: 2000 });
    expect(library.sizes('resnet152-224')).toEqual({ trainExamples: 1_000_000, testExamples: 10_000 });
  });

  it('a data set that was given is kept and used at once, by its family alone', async () => {
    const { library, storage, importFiles, last } = openLibrary();
    expect(await importFiles(1, trainingFiles(MNIST_LABELS))).toMatchObject({
      type: 'finished',
      imported: { id: 'mnist', trainExamples: 9, testExamples: 1, keeping: { status: 'kept' } },
    });
    expect(last()).toMatchObject({ inUse: { fashion: 'mnist', cifar: 'bundled' } });
    expect(storage.chosen.get('fashion')).toBe('mnist');
    expect(library.sizes('fashion-convnet')).toEqual({ trainExamples: 9, testExamples: 1 });
    const dataset = await library.load('fashion-mlp', LOADING);
    expect(dataset).toMatchObject({ id: 'mnist', trainExamples: 9 });
    expect(await library.load('fashion-mlp', LOADING)).toBe(dataset);
    expect(storage.loaded).toEqual(['mnist']);
  });

  it('the same data set given again replaces the one before, in memory too', async () => {
    const { library, importFiles, last } = openLibrary();
    await importFiles(1, trainingFiles(MNIST_LABELS));
    await library.load('fashion-mlp', LOADING);
    await importFiles(2, trainingFiles([...MNIST_LABELS, ...MNIST_LABELS]));
    expect(last()?.imported).toHaveLength(1);
    expect((await library.load('fashion-mlp', LOADING)).trainExamples).toBe(18);
  });

  it('a new visit finds what was kept and what was chosen', async () => {
    const { storage, importFiles, library: first, nextReport } = openLibrary();
    await importFiles(1, trainingFiles(MNIST_LABELS));
    const second = openLibrary(storage);
    await second.library.isListed;
    expect(second.last()).toMatchObject({ imported: [{ id: 'mnist' }], inUse: { fashion: 'mnist' } });
    await nextReport(() => first.handle({ type: 'use-data', family: 'fashion', source: 'bundled' }));
    const third = openLibrary(storage);
    await third.library.isListed;
    expect(third.last()).toMatchObject({ imported: [{ id: 'mnist' }], inUse: { fashion: 'bundled' } });
  });

  it('data that the storage refuses is used until the page closes, and survives listing again', async () => {
    const { library, storage, importFiles, nextReport } = openLibrary();
    await library.isListed;
    storage.refusal = failureOf('storage-unavailable', { action: 'keep' });
    expect(await importFiles(1, trainingFiles(FASHION_LABELS))).toMatchObject({
      type: 'finished',
      imported: { id: 'fashion-mnist', keeping: { status: 'session-only', failure: storage.refusal } },
    });
    expect((await library.load('fashion-mlp', LOADING)).trainExamples).toBe(9);
    storage.refusal = undefined;
    const report = await nextReport(() => library.handle({ type: 'list-data' }));
    expect(report).toMatchObject({ imported: [{ id: 'fashion-mnist' }], inUse: { fashion: 'fashion-mnist' } });
  });

  it('removing the data in use goes back to what comes with the page; the run that has it keeps it', async () => {
    const { library, importFiles, nextReport } = openLibrary();
    await importFiles(1, trainingFiles(MNIST_LABELS));
    const ofRun = await library.load('fashion-mlp', LOADING);
    const report = await nextReport(() => library.handle({ type: 'remove-data', id: 'mnist' }));
    expect(report).toMatchObject({ imported: [], inUse: { fashion: 'bundled' } });
    expect(library.sizes('fashion-mlp').trainExamples).toBe(12_000);
    expect(ofRun.weight('train', 0)).toBe(1);
  });

  it('tells what the storage refused, and goes on', async () => {
    const { library, storage, importFiles, nextReport } = openLibrary();
    await importFiles(1, trainingFiles(MNIST_LABELS));
    storage.refusal = failureOf('storage-unavailable', { action: 'remove' });
    const refused = await nextReport(() => library.handle({ type: 'remove-data', id: 'mnist' }));
    expect(refused).toMatchObject({ failure: { code: 'storage-unavailable' }, imported: [{ id: 'mnist' }] });
    storage.refusal = undefined;
    const removed = await nextReport(() => library.handle({ type: 'remove-data', id: 'mnist' }));
    expect(removed).not.toHaveProperty('failure');
    expect(removed.imported).toEqual([]);
  });

  it('a run learns from what was chosen before it started, also where the storage is not done with that', async () => {
    const { library, importFiles } = openLibrary();
    await importFiles(1, trainingFiles(MNIST_LABELS));
    await importFiles(2, trainingFiles(FASHION_LABELS));
    library.handle({ type: 'list-data' });
    library.handle({ type: 'use-data', family: 'fashion', source: 'mnist' });
    expect(await library.load('fashion-mlp', LOADING)).toMatchObject({ id: 'mnist' });
  });

  it('a storage that does not say what it keeps is given up, and the page told so', async () => {
    const storage = new MemoryStorage();
    storage.list = () => new Promise(() => {});
    const timers = new FakeNetwork();
    const { library, last } = openLibrary(storage, () => 0, timers.environment);
    timers.expireTimers();
    await library.isListed;
    expect(last()).toMatchObject({ failure: { code: 'storage-unavailable' }, imported: [] });
    expect(timers.timersRunning).toBe(0);
  });

  it('tells of a defect with where in the code it happened', async () => {
    const { library, storage, nextReport } = openLibrary();
    await library.isListed;
    const defect = new TypeError('no such store');
    storage.remove = async () => {
      throw defect;
    };
    const { failure } = await nextReport(() => library.handle({ type: 'remove-data', id: 'mnist' }));
    expect(failure).toMatchObject({ code: 'internal', detail: defect.stack });
  });

  it('says so when another tab has removed the data meanwhile, and uses what is there the next time', async () => {
    const { library, storage, importFiles, nextReport } = openLibrary();
    await importFiles(1, trainingFiles(MNIST_LABELS));
    storage.entries.delete('mnist');
    let loading: Promise<unknown> = Promise.resolve();
    const report = await nextReport(() => {
      loading = library.load('fashion-mlp', LOADING).catch((error: unknown) => error);
    });
    expect(await loading).toBeInstanceOf(FailureError);
    expect(report.inUse.fashion).toBe('bundled');
  });

  it('a run that is stopped waits no longer for a storage that does not answer', async () => {
    const { library, storage, importFiles } = openLibrary();
    await importFiles(1, trainingFiles(MNIST_LABELS));
    const asked = new Promise<void>((resolve) => {
      storage.load = () => {
        resolve();
        return new Promise(() => {});
      };
    });
    const controller = new AbortController();
    const loading = library.load('fashion-mlp', { ...LOADING, signal: controller.signal });
    const ended = expect(loading).rejects.toThrow('stopped');
    await asked;
    controller.abort(new Error('stopped'));
    await ended;
  });

  it('a file that is no data ends the import with its failure, and changes nothing', async () => {
    const { importFiles, last } = openLibrary();
    expect(await importFiles(1, [fileOf('notes.txt', 'Call me Ishmael.')])).toMatchObject({
      type: 'failed',
      failure: { code: 'file-unexpected', message: expect.stringContaining('notes.txt') },
    });
    expect(last()).toMatchObject({ imported: [], inUse: { fashion: 'bundled' } });
  });

  it('a second import cancels the first, which keeps nothing', async () => {
    const { library, ended, importFiles, storage } = openLibrary();
    const never = new File([], 'train-images-idx3-ubyte');
    Object.defineProperty(never, 'stream', { value: () => new ReadableStream() });
    library.handle({ type: 'import-files', importId: 1, files: [never] });
    const second = importFiles(2, trainingFiles(MNIST_LABELS));
    expect(await ended(1)).toEqual({ type: 'cancelled' });
    expect(await second).toMatchObject({ type: 'finished' });
    expect(storage.saved).toHaveLength(1);
  });

  it('tells progress at most ten times a second, and the end of each stage', async () => {
    const clock = { nowMs: 0 };
    const { importFiles, progressOf } = openLibrary(new MemoryStorage(), () => clock.nowMs);
    const pair = idxPair(Array.from({ length: 40 }, (_, at) => at % 10));
    // 320 pieces in 0.8 seconds of the test's clock.
    const images = chunkedFile('train-images-idx3-ubyte', pair.images, 98, () => {
      clock.nowMs += 2.5;
    });
    await importFiles(1, [images, fileOf('train-labels-idx1-ubyte', pair.labels)]);
    const reading = progressOf(1).filter(({ type }) => type === 'reading');
    expect(reading.length).toBeGreaterThan(3);
    expect(reading.length).toBeLessThanOrEqual(10);
    expect(reading.at(-1)).toMatchObject({ doneBytes: pair.images.length + pair.labels.length });
  });

  it.each<readonly [DataFamily, DataSource]>([
    ['fashion', 'cifar-10'],
    ['cifar', 'mnist'],
    ['fashion', 'mnist'],
  ])('choosing for %s a data set that does not fit, or is not there (%s), changes nothing', async (family, source) => {
    const { library, nextReport } = openLibrary();
    await library.isListed;
    const report = await nextReport(() => library.handle({ type: 'use-data', family, source }));
    expect(report.inUse).toEqual({ fashion: 'bundled', cifar: 'bundled' });
  });
});
