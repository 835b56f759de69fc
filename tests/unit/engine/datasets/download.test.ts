import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FailureError } from '../../../../src/core/failures.ts';
import { encodeIdx } from '../../../../src/engine/datasets/idx.ts';
import { loadIdxFile } from '../../../../src/engine/datasets/idx-file.ts';
import { type Answer, bytesAnswer, chunkedAnswer, FakeNetwork, gzip } from './fake-network.ts';

/** 40 × 30 elements behind 4 + 2 × 4 bytes of header: 1,212 bytes. */
const plain = encodeIdx(
  [40, 30],
  Uint8Array.from({ length: 1200 }, (_, i) => (i * i * 31) % 256),
);
const packed = gzip(plain);
const FILE = 'numbers-idx2-ubyte.gz';

function load(network: FakeNetwork, signal: AbortSignal = new AbortController().signal) {
  const { environment, onProgress } = network;
  return loadIdxFile({ url: `data/${FILE}`, file: FILE, shape: [null, 30], signal, environment, onProgress });
}

function networkWith(answer: Answer): FakeNetwork {
  const network = new FakeNetwork();
  network.answers.set(FILE, answer);
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

/** Runs everything that is ready to run. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('download of a file that is there', () => {
  it.each([
    ['gzip', bytesAnswer(packed)],
    [
      'gzip that the browser has decompressed',
      bytesAnswer(plain, { 'content-encoding': 'gzip', 'content-length': '99' }),
    ],
    ['gzip in pieces of one byte', chunkedAnswer(packed, 1)],
    ['plain IDX in pieces of one byte', chunkedAnswer(plain, 1)],
    ['gzip labelled as a web page', bytesAnswer(packed, { 'content-type': 'text/html' })],
  ])('reads %s', async (_, answer) => {
    const network = networkWith(answer);
    expect(await load(network)).toEqual({ shape: [40, 30], data: plain.subarray(12) });
    expect(network.progress.at(-1)).toEqual({ doneBytes: 1212, totalBytes: 1212 });
    expect(network.timersRunning).toBe(0);
  });

  it('reports progress in decompressed bytes: the total from the header on, never falling, never past it', async () => {
    const network = networkWith(chunkedAnswer(plain, 5));
    await load(network);
    // Pieces of 5 bytes: the 12 bytes of the header are complete with the third.
    expect(network.progress.slice(0, 4)).toEqual([
      { doneBytes: 5, totalBytes: null },
      { doneBytes: 10, totalBytes: null },
      { doneBytes: 15, totalBytes: 1212 },
      { doneBytes: 20, totalBytes: 1212 },
    ]);
    expect(network.progress.length).toBe(Math.ceil(1212 / 5));
  });

  it('starts a time limit for each wait and leaves none running', async () => {
    const network = networkWith(chunkedAnswer(plain, 101));
    await load(network);
    expect(network.timersStarted).toBeGreaterThan(12);
    expect(network.timersRunning).toBe(0);
  });
});

describe('download of a file that is not there', () => {
  it.each<[string, Answer, string]>([
    ['the server says 404', () => new Response('no', { status: 404 }), 'HTTP status 404'],
    ['the server fails', () => new Response(null, { status: 503 }), 'HTTP status 503'],
    ['there is no answer', () => Promise.reject(new TypeError('Failed to fetch')), 'no answer'],
    ['a page comes with status 200', () => new Response('<!doctype html><title>App</title>'), 'a web page'],
    [
      'a page comes that starts with a line end',
      () => new Response('\n<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
      'a web page',
    ],
  ])('is data-missing when %s', async (_, answer, found) => {
    const network = networkWith(answer);
    const failure = await failureOf(load(network));
    expect(failure.code).toBe('data-missing');
    expect(failure.message).toContain(FILE);
    expect(failure.message).toContain(found);
    expect(network.timersRunning).toBe(0);
    expect(network.signals[0]?.aborted).toBe(true);
  });
});

describe('download of a file that is not whole', () => {
  it('is data-truncated wherever gzip is cut, in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: packed.length - 1 }),
        fc.integer({ min: 1, max: 400 }),
        async (cut, chunk) => {
          const failure = await failureOf(load(networkWith(chunkedAnswer(packed.slice(0, cut), chunk))));
          expect(failure.code).toBe('data-truncated');
        },
      ),
    );
  });

  it('says how many bytes of how many came of a plain file, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 12, max: plain.length - 1 }),
        fc.integer({ min: 1, max: 400 }),
        async (cut, chunk) => {
          const failure = await failureOf(load(networkWith(chunkedAnswer(plain.slice(0, cut), chunk))));
          expect(failure.code).toBe('data-truncated');
          expect(failure.message).toContain('1,212 bytes');
          expect(failure.message).toContain(`${cut.toLocaleString('en-US')} bytes`);
        },
      ),
    );
  });

  it('is data-truncated for an empty answer', async () => {
    expect((await failureOf(load(networkWith(() => new Response(null))))).code).toBe('data-truncated');
  });

  it.each([
    ['gzip', packed],
    ['plain IDX', plain],
  ])('tells a broken connection in the middle of %s', async (_, bytes) => {
    const failure = await failureOf(load(networkWith(chunkedAnswer(bytes.slice(0, 500), 100, 'break'))));
    expect(failure.code).toBe('data-truncated');
    expect(failure.message).toContain('broken connection');
    expect(failure.detail).toContain('network error');
  });

  it('tells damaged gzip: the check at its end does not match', async () => {
    const damaged = packed.slice();
    const at = damaged.length - 8;
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    const failure = await failureOf(load(networkWith(bytesAnswer(damaged))));
    expect(failure.code).toBe('data-truncated');
    expect(failure.message).toContain('damaged');
  });
});

describe('download of another file', () => {
  it.each([
    ['a ZIP file', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), 'bytes 50 4b 03 04'],
    ['a gzip file of something else', gzip(new TextEncoder().encode('hello')), 'bytes 68 65 6c 6c'],
  ])('is data-not-idx for %s and shows its first bytes', async (_, bytes, found) => {
    const failure = await failureOf(load(networkWith(bytesAnswer(bytes))));
    expect(failure.code).toBe('data-not-idx');
    expect(failure.message).toContain(found);
  });

  it('does not wait for the end of a file that is not IDX', async () => {
    const endless = chunkedAnswer(new Uint8Array(100).fill(0x50), 10, 'hang');
    expect((await failureOf(load(networkWith(endless)))).code).toBe('data-not-idx');
  });

  it('refuses bytes behind the last element, with both counts', async () => {
    const failure = await failureOf(load(networkWith(bytesAnswer(gzip(new Uint8Array([...plain, 1]))))));
    expect(failure.message).toContain('1,212 bytes');
    expect(failure.message).toContain('1,213 bytes');
  });

  it('refuses another shape, with both shapes', async () => {
    const failure = await failureOf(load(networkWith(bytesAnswer(encodeIdx([2, 5], new Uint8Array(10))))));
    expect(failure.message).toContain('any × 30');
    expect(failure.message).toContain('2 × 5');
  });
});

describe('download that does not end', () => {
  const never: Answer = () => new Promise(() => {});

  it.each<[string, Answer]>([
    ['before the answer', never],
    ['before the first byte', chunkedAnswer(new Uint8Array(0), 1, 'hang')],
    ['in the middle of gzip', chunkedAnswer(packed.slice(0, 300), 100, 'hang')],
    ['in the middle of plain IDX', chunkedAnswer(plain.slice(0, 300), 100, 'hang')],
  ])('fails when nothing comes %s for the time limit, and lets go of the connection', async (_, answer) => {
    const network = networkWith(answer);
    const loading = failureOf(load(network));
    await settle();
    await settle();
    expect(network.signals[0]?.aborted).toBe(false);
    network.expireTimers();
    const failure = await loading;
    expect(failure.message).toContain('30 seconds');
    expect(network.signals[0]?.aborted).toBe(true);
    expect(network.timersRunning).toBe(0);
  });

  it.each<[string, Answer]>([
    ['before the answer', never],
    ['in the middle of gzip', chunkedAnswer(packed.slice(0, 300), 100, 'hang')],
    ['in the middle of plain IDX', chunkedAnswer(plain.slice(0, 300), 100, 'hang')],
  ])('ends with the reason of the signal when aborted %s', async (_, answer) => {
    const network = networkWith(answer);
    const controller = new AbortController();
    const loading = load(network, controller.signal);
    await settle();
    await settle();
    const reason = new Error('the run has ended');
    controller.abort(reason);
    await expect(loading).rejects.toBe(reason);
    expect(network.signals[0]?.aborted).toBe(true);
    expect(network.timersRunning).toBe(0);
  });

  it('does not start when the signal is aborted already', async () => {
    const reason = new Error('the run has ended');
    await expect(load(networkWith(bytesAnswer(packed)), AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
