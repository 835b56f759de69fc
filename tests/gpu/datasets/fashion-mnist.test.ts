import { describe, expect, it } from 'vitest';
import { FailureError } from '../../../src/core/failures.ts';
import { BROWSER_ENVIRONMENT, type DownloadProgress } from '../../../src/engine/datasets/download.ts';
import { loadFashionMnist } from '../../../src/engine/datasets/fashion-mnist.ts';
import { encodeIdx } from '../../../src/engine/datasets/idx.ts';
import { loadIdxFile } from '../../../src/engine/datasets/idx-file.ts';

const signal = new AbortController().signal;

/** The browser's own fetch, streams and decompression: their errors differ from Node's. */
async function failureOf(loading: Promise<unknown>) {
  const error = await loading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof FailureError)) throw new Error('a FailureError was expected', { cause: error });
  return error.failure;
}

describe('Fashion-MNIST in the browser', () => {
  it('loads from the development server, which sends .gz with Content-Encoding', async () => {
    const progress: DownloadProgress[] = [];
    const dataset = await loadFashionMnist({
      baseUrl: '/data/fashion-mnist/',
      signal,
      environment: BROWSER_ENVIRONMENT,
      onProgress: (step) => progress.push(step),
    });
    expect([dataset.trainExamples, dataset.testExamples]).toEqual([12_000, 2_000]);
    expect(progress.at(-1)).toEqual({ doneBytes: 10_990_048, totalBytes: 10_990_048 });
  });

  it('is data-missing where the development server has no such file', async () => {
    const loading = loadFashionMnist({
      baseUrl: '/data/nowhere/',
      signal,
      environment: BROWSER_ENVIRONMENT,
      onProgress: () => {},
    });
    expect((await failureOf(loading)).code).toBe('data-missing');
  });

  it('reads gzip that the server did not decode, and is data-truncated wherever it is cut', async () => {
    const plain = encodeIdx(
      [300],
      Uint8Array.from({ length: 300 }, (_, i) => (i * i * 31) % 256),
    );
    const gzip = await new Response(new Blob([plain]).stream().pipeThrough(new CompressionStream('gzip'))).bytes();
    const load = (bytes: Uint8Array<ArrayBuffer>) =>
      loadIdxFile({
        url: 'numbers',
        file: 'numbers',
        shape: [300],
        signal,
        environment: { ...BROWSER_ENVIRONMENT, fetch: async () => new Response(bytes) },
        onProgress: () => {},
      });
    expect(await load(gzip)).toEqual({ shape: [300], data: plain.subarray(8) });
    for (let cut = 0; cut < gzip.length; cut++) {
      expect((await failureOf(load(gzip.slice(0, cut)))).code).toBe('data-truncated');
    }
  });
});
