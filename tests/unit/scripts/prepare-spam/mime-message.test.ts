import { describe, expect, it } from 'vitest';
import { readMimeMessage } from '../../../../scripts/prepare-spam/mime-message.ts';

const read = (...lines: string[]) => readMimeMessage(Buffer.from(lines.join('\n'), 'latin1'));

describe('readMimeMessage', () => {
  it('reads subject, body and who took part; folded headers are one', () => {
    const message = read(
      'From ann@example.org Thu Aug 22 12:36:23 2002',
      'Return-Path: <ann@example.org>',
      'Received: from a by b;',
      '\tThu, 22 Aug 2002',
      'From: Ann Other <ann@example.org>',
      'To: Bo <bo@example.org>,',
      '  Cy <cy@example.org>',
      'Subject: A long',
      ' subject',
      '',
      'First line',
      'Subject: not a header',
    );
    expect(message).toEqual({
      subject: 'A long subject',
      text: 'First line\nSubject: not a header',
      senders: ['Ann Other <ann@example.org>', '<ann@example.org>'],
      recipients: ['Bo <bo@example.org>, Cy <cy@example.org>'],
    });
  });

  it('reads a message with CRLF line ends, and one without headers', () => {
    expect(read('Subject: a\r', '\r', 'b\r', 'c').text).toBe('b\nc');
    expect(read('Only words here', 'and here')).toMatchObject({ subject: '', text: 'Only words here\nand here' });
  });

  it('decodes encoded words in headers', () => {
    expect(read('Subject: =?iso-8859-1?Q?caf=E9_?= =?utf-8?b?w6k=?= =2', '', '').subject).toBe('café é =2');
  });

  it.each([
    ['quoted-printable', 'caf=E9 and a soft=\n break', 'café and a soft break'],
    ['base64', Buffer.from('caf\u00e9', 'latin1').toString('base64'), 'café'],
    ['8bit', 'caf\u00e9', 'café'],
  ])('decodes a body in %s', (encoding, body, text) => {
    const headers = ['Content-Type: text/plain; charset="iso-8859-1"', `Content-Transfer-Encoding: ${encoding}`];
    expect(read(...headers, '', body).text).toBe(text);
  });

  it('reads a character set that nobody knows as Windows-1252', () => {
    expect(read('Content-Type: text/plain; charset=nonsense', '', 'caf\u00e9').text).toBe('café');
  });

  it('takes the first alternative with words, and all parts of a mixed message but files', () => {
    const message = read(
      'Content-Type: multipart/mixed; boundary="outer"',
      '',
      'preamble',
      '--outer',
      'Content-Type: multipart/alternative; boundary=inner',
      '',
      '--inner',
      'Content-Type: text/plain',
      '',
      ' ',
      '--inner',
      'Content-Type: text/html',
      '',
      '<p>rich</p>',
      '--inner--',
      '--outer',
      'Content-Type: application/pgp-signature',
      '',
      'signature',
      '--outer',
      'Content-Type: message/rfc822',
      '',
      'Subject: forwarded',
      'From: someone',
      '',
      'inside',
      '--outer--',
      'epilogue',
    );
    expect(message.text.split(/\s+/).filter(Boolean)).toEqual(['rich', 'forwarded', 'inside']);
  });

  it('reads HTML sent as plain text as HTML', () => {
    expect(read('Subject: a', '', '<html><b>bold</b></html>').text.trim()).toBe('bold');
  });
});
