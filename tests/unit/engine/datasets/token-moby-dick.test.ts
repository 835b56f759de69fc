import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FailureError } from '../../../../src/core/failures.ts';
import { loadMobyDick, MOBY_DICK_CHARACTERS } from '../../../../src/engine/datasets/token-moby-dick.ts';
import { encodeText, parseText } from '../../../../src/engine/datasets/token-text.ts';
import { bytesAnswer, chunkedAnswer, FakeNetwork, gzip } from './fake-network.ts';

const FOLDER = fileURLToPath(new URL('../../../../public/data/moby-dick/', import.meta.url));
const FILE = 'moby-dick.txt.gz';
/** Twelve chapters; the tenth, "kkk", is for testing. */
const CHAPTERS = Array.from('bcdefghijklm', (letter) => (letter === 'k' ? 'kkk' : letter.repeat(5)));

function networkWith(bytes: Uint8Array<ArrayBuffer>): FakeNetwork {
  const network = new FakeNetwork();
  network.answers.set(FILE, bytesAnswer(gzip(bytes)));
  return network;
}

function load(network: FakeNetwork, positions = 4) {
  const { environment, onProgress } = network;
  const { signal } = new AbortController();
  return loadMobyDick({ baseUrl: 'data/moby-dick/', positions, signal, environment, onProgress });
}

async function failureOf(loading: Promise<unknown>) {
  const error = await loading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof FailureError)) throw new Error('a FailureError was expected', { cause: error });
  return error.failure;
}

describe('the bundled Moby-Dick', () => {
  it('gives 8,638 training and 730 test windows of 128 characters over the 81 of the vocabulary', async () => {
    const network = new FakeNetwork();
    network.answers.set(FILE, bytesAnswer(new Uint8Array(await readFile(FOLDER + FILE))));
    const dataset = await load(network, 128);
    expect([dataset.trainExamples, dataset.testExamples, dataset.vocabulary]).toEqual([8638, 730, 81]);
    expect(dataset.text('train', 0).startsWith('CHAPTER 1. Loomings.\n\nCall me Ishmael.')).toBe(true);
    expect(dataset.text('test', 0).startsWith('CHAPTER 10. A Bosom Friend.\n\n')).toBe(true);
    const weights = (split: 'train' | 'test', examples: number) =>
      Array.from({ length: examples }, (_, index) => dataset.weight(split, index)).reduce(
        (sum, weight) => sum + weight,
      );
    // 1,190,645 characters in 136 documents: each but the first of a document is a target.
    expect(weights('train', 8638) + weights('test', 730)).toBe(1_190_645 - 136);
  });

  it('has the chapters and the epilogue, and uses every character of the vocabulary', async () => {
    const result = parseText(new Uint8Array(gunzipSync(await readFile(FOLDER + FILE))));
    const documents = result.status === 'parsed' ? result.documents : [];
    expect(documents.length).toBe(136);
    documents.slice(0, 135).forEach((document, at) => {
      expect(document.startsWith(`CHAPTER ${at + 1}. `)).toBe(true);
    });
    expect([...new Set(documents.join(''))].sort()).toEqual([...MOBY_DICK_CHARACTERS]);
    expect(documents.join('')).not.toMatch(/gutenberg/i);
  });

  it('is what the read-me says, to the byte', async () => {
    const packed = await readFile(FOLDER + FILE);
    const plain = gunzipSync(packed);
    const count = (bytes: Uint8Array) => bytes.length.toLocaleString('en-US');
    const digest = createHash('sha256').update(plain).digest('hex');
    const readme = await readFile(`${FOLDER}README.md`, 'utf8');
    expect(readme).toContain(`| \`${FILE}\` | ${count(packed)} | ${count(plain)} | \`${digest}\` |`);
  });
});

describe('loadMobyDick', () => {
  it('holds out every tenth chapter', async () => {
    const dataset = await load(networkWith(encodeText(CHAPTERS)));
    expect([dataset.trainExamples, dataset.testExamples]).toEqual([11, 1]);
    expect([dataset.text('test', 0), dataset.text('train', 8), dataset.text('train', 9)]).toEqual([
      'kk',
      'jjjj',
      'llll',
    ]);
  });

  it('is data-truncated wherever the file is cut, by name, compressed or not', async () => {
    const plain = encodeText(CHAPTERS);
    await fc.assert(
      fc.asyncProperty(fc.nat(plain.length - 1), fc.boolean(), async (cut, isPlain) => {
        const bytes = isPlain ? plain : gzip(plain);
        const network = new FakeNetwork();
        network.answers.set(FILE, chunkedAnswer(bytes.slice(0, Math.min(cut, bytes.length - 1)), 7));
        const failure = await failureOf(load(network));
        expect(failure.code).toBe('data-truncated');
        expect(failure.message).toContain(FILE);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['a character outside the vocabulary', encodeText([...CHAPTERS, 'caf\u00e9']), 'found U+00E9'],
    ['too few chapters', encodeText(CHAPTERS.slice(0, 9)), 'found 9 chapters'],
    ['another format', new TextEncoder().encode('Call me Ishmael.\n'), 'found "Call me Ishmael."'],
  ])('is data-unexpected for %s, and says what it found', async (_, bytes, found) => {
    const failure = await failureOf(load(networkWith(bytes)));
    expect(failure.code).toBe('data-unexpected');
    expect(failure.message).toContain(FILE);
    expect(failure.message).toContain(found);
  });
});
