/**
 * The encodings of mail (RFC 2045, RFC 2047), read leniently: spam breaks them all. "Latin-1 text" is a string with one
 * character for every byte.
 */

/** Bytes of a part's body, given as Latin-1 text, without its Content-Transfer-Encoding. */
export function decodeTransfer(body: string, encoding: string): Uint8Array {
  switch (encoding) {
    case 'quoted-printable':
      return latin1Bytes(decodeQuotedPrintable(body));
    case 'base64':
      return new Uint8Array(Buffer.from(body, 'base64'));
    default:
      return latin1Bytes(body);
  }
}

/** Text of bytes in a named character set; one that is not known is read as Windows-1252. */
export function decodeCharset(bytes: Uint8Array, charset: string): string {
  return decoderOf(charset).decode(bytes);
}

/** The text of a header: its encoded words (`=?utf-8?q?caf=C3=A9?=`) decoded, everything else as Windows-1252. */
export function decodeHeader(header: string): string {
  return header
    .replace(/(=\?[^?\s]+\?[bq]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replace(/=\?([^?\s]+)\?([bq])\?([^?]*)\?=|[^=]+|=/gi, (text, charset?: string, kind?: string, word = '') => {
      if (charset === undefined || kind === undefined) return decodeCharset(latin1Bytes(text), 'windows-1252');
      const isBase64 = kind.toLowerCase() === 'b';
      const bytes = isBase64
        ? decodeTransfer(word, 'base64')
        : decodeTransfer(word.replaceAll('_', ' '), 'quoted-printable');
      return decodeCharset(bytes, charset);
    });
}

function decodeQuotedPrintable(text: string): string {
  return text
    .replace(/[ \t]*=[ \t]*\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

function latin1Bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

function decoderOf(charset: string): TextDecoder {
  const name = charset.toLowerCase() === 'us-ascii' ? 'windows-1252' : charset;
  try {
    return new TextDecoder(name);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
