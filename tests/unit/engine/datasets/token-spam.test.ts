import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FailureError } from '../../../../src/core/failures.ts';
import { createSliceStaging } from '../../../../src/engine/datasets/slice-staging.ts';
import { encodeTokenFile, type TokenDocuments } from '../../../../src/engine/datasets/token-file.ts';
import { loadSpam } from '../../../../src/engine/datasets/token-spam.ts';
import { encodeText } from '../../../../src/engine/datasets/token-text.ts';
import { bytesAnswer, chunkedAnswer, FakeNetwork, gzip } from './fake-network.ts';

const FOLDER = fileURLToPath(new URL('../../../../public/data/spam-assassin/', import.meta.url));
const NAMES = ['train-tokens.bin.gz', 'test-tokens.bin.gz', 'vocabulary.txt.gz'] as const;
const WORDS = Array.from({ length: 5000 }, (_, id) => `w${id}`);

function load(network: FakeNetwork, signal: AbortSignal = new AbortController().signal, steps = 4) {
  const { environment, onProgress } = network;
  return loadSpam({ baseUrl: 'data/spam-assassin', steps, signal, environment, onProgress });
}

function documents(...labels: number[]): TokenDocuments {
  const ids = Uint16Array.from(labels, (_, at) => 4999 - at);
  return {
    vocabulary: 5000,
    classes: 2,
    offsets: Uint32Array.from({ length: labels.length + 1 }, (_, at) => at),
    ids,
    labels: Uint8Array.from(labels),
  };
}

const TRAIN = encodeTokenFile(documents(0, 1, 1));

function smallNetwork(): FakeNetwork {
  const network = new FakeNetwork();
  const [train, test, vocabulary] = NAMES;
  network.answers.set(train, bytesAnswer(gzip(TRAIN)));
  network.answers.set(test, bytesAnswer(gzip(encodeTokenFile(documents(1)))));
  network.answers.set(vocabulary, bytesAnswer(gzip(encodeText([WORDS.join('\n')]))));
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

describe('the bundled spam corpus', () => {
  it('has 4,653 training and 1,131 test messages in 5,001 ids, and none is empty or longer than 1,000 tokens', async () => {
    const network = new FakeNetwork();
    for (const name of NAMES) network.answers.set(name, bytesAnswer(new Uint8Array(await readFile(FOLDER + name))));
    const dataset = await load(network, undefined, 1001);
    expect([dataset.trainExamples, dataset.testExamples, dataset.vocabulary]).toEqual([4653, 1131, 5001]);
    const splits = { train: 4653, test: 1131 } as const;
    const staging = createSliceStaging(1, 1001, 1);
    const { tokens, labels } = staging;
    const spam = { train: 0, test: 0 };
    for (const split of ['train', 'test'] as const) {
      for (let index = 0; index < splits[split]; index++) {
        dataset.gather(split, Uint32Array.of(index), 0, 1, staging);
        if (tokens[0] === 5000 || tokens[1000] !== 5000) throw new Error(`${split} ${index} is empty or too long`);
        spam[split] += labels[0] ?? 0;
      }
    }
    expect(spam).toEqual({ train: 1336, test: 358 });
  });

  it('holds words, not addresses: letters, digits and apostrophes, besides the four placeholders', async () => {
    const [, ...lines] = gunzipSync(await readFile(`${FOLDER}vocabulary.txt.gz`))
      .toString('utf8')
      .split('\n');
    expect(lines.slice(0, 4)).toEqual(['<unknown>', '<number>', '<url>', '<email>']);
    expect(new Set(lines).size).toBe(5000);
    for (const word of lines.slice(4)) expect(word).toMatch(/^[\p{L}\p{N}]+('\p{L}+)*$/u);
    for (const word of lines.slice(4)) expect(word).toMatch(/\p{L}|[º²]/u);
  });

  it('is what the read-me says, to the byte', async () => {
    const readme = await readFile(`${FOLDER}README.md`, 'utf8');
    for (const name of NAMES) {
      const packed = await readFile(FOLDER + name);
      const plain = gunzipSync(packed);
      const count = (bytes: Uint8Array) => bytes.length.toLocaleString('en-US');
      const digest = createHash('sha256').update(plain).digest('hex');
      expect(readme).toContain(`| \`${name}\` | ${count(packed)} | ${count(plain)} | \`${digest}\` |`);
    }
  });
});

describe('loadSpam', () => {
  it('reads the three files below the base address, and reports the sum of their bytes', async () => {
    const network = smallNetwork();
    const dataset = await load(network);
    expect(network.requested).toEqual(NAMES.map((name) => `data/spam-assassin/${name}`));
    expect([dataset.trainExamples, dataset.testExamples, dataset.classes]).toEqual([3, 1, ['ham', 'spam']]);
    expect([dataset.text('train', 1), dataset.label('train', 1)]).toEqual(['w4998', 1]);
    const { doneBytes, totalBytes } = network.progress.at(-1) ?? {};
    expect(doneBytes).toBe(totalBytes);
    expect(network.timersRunning).toBe(0);
  });

  it('is data-truncated wherever a file is cut, by name, compressed or not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(TRAIN.length - 1), fc.boolean(), async (cut, isPlain) => {
        const network = smallNetwork();
        const bytes = isPlain ? TRAIN : gzip(TRAIN);
        const length = Math.min(cut, bytes.length - 1);
        network.answers.set(NAMES[0], chunkedAnswer(bytes.slice(0, length), 7));
        const failure = await failureOf(load(network));
        expect(failure.code).toBe('data-truncated');
        expect(failure.message).toContain(NAMES[0]);
      }),
      { numRuns: 60 },
    );
  });

  it('names the file that is missing, and ends the other downloads', async () => {
    const network = smallNetwork();
    network.answers.delete('vocabulary.txt.gz');
    network.answers.set(NAMES[0], chunkedAnswer(new Uint8Array(0), 4, 'hang'));
    const failure = await failureOf(load(network));
    expect(failure.code).toBe('data-missing');
    expect(failure.message).toContain('vocabulary.txt.gz');
    expect(network.signals.map((signal) => signal.aborted)).toEqual([true, true, true]);
    expect(network.timersRunning).toBe(0);
  });

  it.each([
    ['another vocabulary', NAMES[1], encodeTokenFile({ ...documents(1), vocabulary: 6000 }), 'a vocabulary of 6,000'],
    ['a split without messages', NAMES[1], encodeTokenFile(documents()), 'at least one message'],
    ['words that are too few', NAMES[2], encodeText([WORDS.slice(1).join('\n')]), '4,999 in the first of 1'],
    ['words in two documents', NAMES[2], encodeText([WORDS.join('\n'), '']), '5,000 in the first of 2'],
    ['text where tokens belong', NAMES[0], encodeText(['a']), 'bytes 4d 42 54 45 58 54 20 31'],
    ['tokens where text belongs', NAMES[2], encodeTokenFile(documents(1)), 'MBTOKENS'],
    ['bytes behind the end', NAMES[0], Uint8Array.from([...TRAIN, 0]), `${TRAIN.length + 1} bytes`],
  ])('is data-unexpected for %s, and says what it found', async (_, name, bytes, found) => {
    const network = smallNetwork();
    network.answers.set(name, bytesAnswer(gzip(bytes)));
    const failure = await failureOf(load(network));
    expect(failure.code).toBe('data-unexpected');
    expect(failure.message).toContain(name);
    expect(failure.message).toContain(found);
  });

  it('ends with the reason of the signal when the run ends', async () => {
    const network = smallNetwork();
    network.answers.set(NAMES[0], () => new Promise(() => {}));
    const controller = new AbortController();
    const loading = load(network, controller.signal);
    const reason = new Error('the run has ended');
    controller.abort(reason);
    await expect(loading).rejects.toBe(reason);
  });
});
