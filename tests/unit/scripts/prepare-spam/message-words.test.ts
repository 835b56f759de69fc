import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMAIL, messageWords, NUMBER, UNKNOWN, URL_WORD } from '../../../../scripts/prepare-spam/message-words.ts';

describe('messageWords', () => {
  it('keeps words as written, with apostrophes inside and none outside', () => {
    expect(messageWords("It's 'quoted', O’Brien's—and re-sent_twice.")).toEqual([
      "It's",
      'quoted',
      "O'Brien's",
      'and',
      're',
      'sent',
      'twice',
    ]);
  });

  it.each([
    ['ann.other+list@mail.example.org', EMAIL],
    ['mailto:ann@example.org', EMAIL],
    ['root@localhost', EMAIL],
    ['http://www.example.org/path?user=ann', URL_WORD],
    ['www.example.org', URL_WORD],
    ['ann-other.com/about', URL_WORD],
    ['1,000.50', NUMBER],
    ['22-08-2002', NUMBER],
    ['192.168.0.1', NUMBER],
    ['12:36:23', NUMBER],
    ['abcdefghijklmnopqrstuvwxy', UNKNOWN],
    ['g7MBYrZ04811', UNKNOWN],
  ])('turns %s into %s', (text, word) => {
    expect(messageWords(`before <${text}> after`)).toEqual(['before', word, 'after']);
  });

  it('keeps short runs of letters and digits, and words as long as 24 letters', () => {
    expect(messageWords('mp3 3rd i386 abcdefghijklmnopqrstuvwx')).toEqual([
      'mp3',
      '3rd',
      'i386',
      'abcdefghijklmnopqrstuvwx',
    ]);
  });

  it('drops quoted headers and PGP signatures, and keeps the rest of the body', () => {
    const body = [
      'before',
      '> From: Ann Other',
      '  | Message-ID: <1@example.org>',
      'To: everybody',
      'X-Mailer: exmh',
      '-----BEGIN PGP SIGNATURE-----',
      'iQCVAwUB',
      '-----END PGP SIGNATURE-----',
      'after: all',
    ];
    expect(messageWords(body.join('\n'))).toEqual(['before', 'after', 'all']);
  });

  it('leaves no digit alone and no @, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        for (const word of messageWords(text)) {
          expect(word).not.toMatch(/[@\s]/);
          expect(word).not.toMatch(/^\d+$/);
        }
      }),
    );
  });
});
