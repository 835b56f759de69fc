import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText, parseText, readTextHeader } from '../../../../src/engine/datasets/token-text.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const arbitraryText = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll('\f', ''));

/** A dash is 3 bytes of UTF-8: 4 + 1 + 3 bytes behind 13 of header, 21 in all. */
const example = encodeText(['a—', 'b\nc']);

describe('parseText', () => {
  it('reads the layout of the format', () => {
    expect(new TextDecoder().decode(example)).toBe('MBTEXT 1 2 8\na—\fb\nc');
    expect(parseText(bytesOf('MBTEXT 1 2 8\na—\fb\nc'))).toEqual({ status: 'parsed', documents: ['a—', 'b\nc'] });
  });

  it('gives back what encodeText wrote', () => {
    fc.assert(
      fc.property(fc.array(arbitraryText, { minLength: 1, maxLength: 6 }), (documents) => {
        expect(parseText(encodeText(documents))).toEqual({ status: 'parsed', documents });
      }),
    );
  });

  it('is truncated wherever the file is cut, and says how many bytes are missing once it knows', () => {
    expect(example.length).toBe(21);
    for (let length = 0; length < example.length; length++) {
      // 13 bytes are the header; before, the shortest header there can be.
      expect(parseText(example.slice(0, length))).toEqual({
        status: 'truncated',
        expectedBytes: length < 13 ? 13 : 21,
        foundBytes: length,
      });
    }
  });

  it.each([
    ['a web page', '<!doctype html>', '"<!doctype html>"'],
    ['token ids', 'MBTOKENS\u0001', '"MBTOKENS?"'],
    ['another version', 'MBTEXT 2 1 1\na', '"MBTEXT 2 1 1"'],
    ['a header without numbers', 'MBTEXT 1 one 1\na', '"MBTEXT 1 one 1"'],
    ['a first line without end', `MBTEXT 1 ${'1'.repeat(60)}`, `"MBTEXT 1 ${'1'.repeat(39)}"`],
    ['an empty line', '\nMBTEXT 1 1 1', 'an empty line'],
    ['fewer documents than announced', 'MBTEXT 1 3 3\na\fb', '2 documents'],
    ['more documents than announced', 'MBTEXT 1 1 3\na\fb', '2 documents'],
  ])('refuses %s and shows it', (_, text, found) => {
    expect(parseText(bytesOf(text))).toMatchObject({ status: 'unexpected', found });
  });

  it('refuses bytes that are no UTF-8, and bytes behind the end', () => {
    const broken = Uint8Array.from([...bytesOf('MBTEXT 1 1 2\n'), 0xe2, 0x80]);
    expect(parseText(broken)).toMatchObject({ status: 'unexpected', expected: 'text in UTF-8' });
    const longer = Uint8Array.from([...example, 0x61]);
    expect(parseText(longer)).toEqual({ status: 'trailing-bytes', expectedBytes: 21, foundBytes: 22 });
  });

  it('keeps a byte order mark: it is a character of the document', () => {
    expect(parseText(encodeText(['\ufeffa']))).toEqual({ status: 'parsed', documents: ['\ufeffa'] });
  });
});

describe('readTextHeader', () => {
  it('announces the size of the whole file once the line has ended', () => {
    expect(readTextHeader(example.subarray(0, 12))).toEqual({ status: 'incomplete', neededBytes: 13 });
    expect(readTextHeader(example.subarray(0, 13))).toEqual({
      status: 'header',
      documents: 2,
      headerBytes: 13,
      totalBytes: 21,
    });
  });
});

describe('encodeText', () => {
  it('refuses what it could not give back', () => {
    expect(() => encodeText([])).toThrow('one document or more');
    expect(() => encodeText(['a', 'b\fc'])).toThrow('Document 1 holds a form feed');
    expect(() => encodeText(['\ud800'])).toThrow('Document 0 holds half a surrogate pair');
  });
});
