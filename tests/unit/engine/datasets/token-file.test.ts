import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeTokenFile,
  parseTokenFile,
  readTokenHeader,
  type TokenDocuments,
} from '../../../../src/engine/datasets/token-file.ts';

const VOCABULARY = 300;
const CLASSES = 4;
const EXPECTED = { vocabulary: VOCABULARY, classes: CLASSES };

function documentsOf(texts: readonly (readonly number[])[], labels: readonly number[]): TokenDocuments {
  const ends = texts.map((_, at) => texts.slice(0, at + 1).flat().length);
  return {
    ...EXPECTED,
    offsets: Uint32Array.from([0, ...ends]),
    ids: Uint16Array.from(texts.flat()),
    labels: Uint8Array.from(labels),
  };
}

const arbitraryDocuments = fc
  .array(
    fc.record({
      text: fc.array(fc.nat(VOCABULARY - 1), { maxLength: 12 }),
      label: fc.nat(CLASSES - 1),
    }),
    { maxLength: 8 },
  )
  .map((all) =>
    documentsOf(
      all.map(({ text }) => text),
      all.map(({ label }) => label),
    ),
  );

/** Two documents of 3 and 1 tokens: 28 bytes of header, 3 × 4 of offsets, 4 × 2 of ids, 2 of labels, 50 in all. */
const example = documentsOf([[1, 299, 0], [256]], [3, 0]);
const exampleBytes = encodeTokenFile(example);

function changed(at: number, value: number): Uint8Array {
  const bytes = exampleBytes.slice();
  bytes[at] = value;
  return bytes;
}

describe('parseTokenFile', () => {
  it('reads the layout of the format, byte by byte', () => {
    const uint32 = (value: number) => [value & 255, value >> 8, 0, 0];
    const bytes = Uint8Array.from([
      ...new TextEncoder().encode('MBTOKENS'),
      ...[1, 2, 4, VOCABULARY, CLASSES].flatMap(uint32),
      ...[0, 3, 4].flatMap(uint32),
      ...[1, 0, 43, 1, 0, 0, 0, 1],
      ...[3, 0],
    ]);
    expect(parseTokenFile(bytes, EXPECTED)).toEqual({ status: 'parsed', documents: example });
    expect(exampleBytes).toEqual(bytes);
  });

  it('gives back what encodeTokenFile wrote', () => {
    fc.assert(
      fc.property(arbitraryDocuments, (documents) => {
        expect(parseTokenFile(encodeTokenFile(documents), EXPECTED)).toEqual({ status: 'parsed', documents });
      }),
    );
  });

  it('says how many bytes are missing, wherever the file is cut', () => {
    expect(exampleBytes.length).toBe(50);
    for (let length = 0; length < exampleBytes.length; length++) {
      expect(parseTokenFile(exampleBytes.slice(0, length), EXPECTED)).toEqual({
        status: 'truncated',
        expectedBytes: length < 28 ? 28 : 50,
        foundBytes: length,
      });
    }
  });

  it('refuses bytes behind the last label', () => {
    const longer = Uint8Array.from([...exampleBytes, 0]);
    expect(parseTokenFile(longer, EXPECTED)).toEqual({ status: 'trailing-bytes', expectedBytes: 50, foundBytes: 51 });
  });

  it('reads a file that lies at any place of a larger buffer', () => {
    const around = Uint8Array.from([7, ...exampleBytes, 7]);
    expect(parseTokenFile(around.subarray(1, 51), EXPECTED)).toEqual({ status: 'parsed', documents: example });
  });

  it.each([
    ['gzip', Uint8Array.of(0x1f, 0x8b, 8), 'bytes 1f 8b 08'],
    ['text', new TextEncoder().encode('MBTEXT 1 2 3\n'), 'bytes 4d 42 54 45 58 54 20 31'],
    ['another version', changed(8, 2), 'version 2'],
    ['an empty vocabulary', changed(20, 0).fill(0, 21, 24), 'one of 0'],
    ['a vocabulary that uint16 does not hold', changed(22, 1), 'one of 65,836'],
    ['no classes', changed(24, 0), '0'],
    ['classes that uint8 does not hold', changed(25, 1), '260'],
    ['another vocabulary', changed(20, 45), 'a vocabulary of 301 and 4 classes'],
    ['other classes', changed(24, 5), 'a vocabulary of 300 and 5 classes'],
    ['offsets that do not start at 0', changed(28, 1), 'offsets from 1 to 4'],
    ['offsets that fall', changed(32, 5), 'a smaller one at position 2'],
    ['offsets that do not end with the ids', changed(36, 3), 'offsets from 0 to 3'],
    ['an id outside the vocabulary', changed(42, 44), '300 as token 1'],
    ['a label outside the classes', changed(48, 4), '4 as the label of document 0'],
  ])('refuses %s and says what it found', (_, bytes, found) => {
    expect(parseTokenFile(bytes, EXPECTED)).toMatchObject({ status: 'unexpected', found });
  });
});

describe('readTokenHeader', () => {
  it('announces the size of the whole file once the header has come', () => {
    expect(readTokenHeader(exampleBytes.subarray(0, 27))).toEqual({ status: 'incomplete', neededBytes: 28 });
    expect(readTokenHeader(exampleBytes.subarray(0, 28))).toEqual({
      status: 'header',
      documents: 2,
      tokens: 4,
      ...EXPECTED,
      totalBytes: 50,
    });
  });
});

describe('encodeTokenFile', () => {
  it.each([
    ['offsets and labels of different counts', { ...example, labels: Uint8Array.of(3) }, '1 documents have 2 offsets'],
    ['an id outside the vocabulary', { ...example, vocabulary: 299 }, 'ids below 299, found 299 as token 1'],
    ['a label outside the classes', { ...example, classes: 3 }, 'labels below 3, found 3'],
    ['ids behind the last document', { ...example, offsets: Uint32Array.of(0, 3, 3) }, 'found offsets from 0 to 3'],
    ['more classes than a label can name', { ...example, classes: 257 }, '1 to 256 classes, found 257'],
  ])('refuses %s', (_, documents, message) => {
    expect(() => encodeTokenFile(documents)).toThrow(RangeError);
    expect(() => encodeTokenFile(documents)).toThrow(message);
  });
});
