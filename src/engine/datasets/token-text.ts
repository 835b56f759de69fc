/**
 * Documents as plain text in one file, UTF-8. The first line is a header, so that a file cut short is told from a whole one:
 *
 *     MBTEXT 1 <documents> <bytes behind this line>
 *
 * The documents follow, parted by form feeds (U+000C): a page break, as printers know it. A document holds none itself.
 */
import type { FileProblem } from './data-failure.ts';

const SEPARATOR = '\f';
/** "MBTEXT 1 1 0" and its line end. */
const SHORTEST_HEADER_BYTES = 13;
const LONGEST_HEADER_BYTES = 48;
const LINE_END = 0x0a;
const HEADER_LINE = /^MBTEXT 1 (\d{1,9}) (\d{1,12})$/;
const HEADER_START = 'MBTEXT 1 ';

export type TextHeader =
  | {
      readonly status: 'header';
      readonly documents: number;
      readonly headerBytes: number;
      /** Bytes of the whole file that this header announces, header included. */
      readonly totalBytes: number;
    }
  /** The bytes so far are the start of a header. */
  | { readonly status: 'incomplete'; readonly neededBytes: number }
  | Extract<FileProblem, { status: 'unexpected' }>;

export type TextResult = { readonly status: 'parsed'; readonly documents: readonly string[] } | FileProblem;

/** Reads the header at the start of `bytes`, which may still be growing. */
export function readTextHeader(bytes: Uint8Array): TextHeader {
  const start = bytes.subarray(0, LONGEST_HEADER_BYTES);
  const end = start.indexOf(LINE_END);
  const line = String.fromCharCode(...start.subarray(0, end < 0 ? start.length : end));
  const isStart = HEADER_START.startsWith(line.slice(0, HEADER_START.length));
  if (end < 0 && isStart && start.length < LONGEST_HEADER_BYTES) {
    return { status: 'incomplete', neededBytes: Math.max(bytes.length + 1, SHORTEST_HEADER_BYTES) };
  }
  const [, documents, textBytes] = HEADER_LINE.exec(line) ?? [];
  if (end < 0 || documents === undefined || textBytes === undefined) {
    return {
      status: 'unexpected',
      expected: `text that starts with "${HEADER_START.trim()}" and the numbers of documents and bytes`,
      found: line === '' ? 'an empty line' : JSON.stringify(printable(line)),
    };
  }
  const headerBytes = end + 1;
  return { status: 'header', documents: Number(documents), headerBytes, totalBytes: headerBytes + Number(textBytes) };
}

/** Parses a whole, decompressed file. A problem is a value: nothing is thrown, and nothing half-read is returned. */
export function parseText(bytes: Uint8Array): TextResult {
  const header = readTextHeader(bytes);
  if (header.status === 'unexpected') return header;
  const foundBytes = bytes.length;
  if (header.status === 'incomplete') return { status: 'truncated', expectedBytes: header.neededBytes, foundBytes };
  const { totalBytes: expectedBytes, headerBytes } = header;
  if (foundBytes < expectedBytes) return { status: 'truncated', expectedBytes, foundBytes };
  if (foundBytes > expectedBytes) return { status: 'trailing-bytes', expectedBytes, foundBytes };

  const text = decodeUtf8(bytes.subarray(headerBytes));
  if (text === undefined) return { status: 'unexpected', expected: 'text in UTF-8', found: 'bytes that are none' };
  const documents = text.split(SEPARATOR);
  if (documents.length !== header.documents) {
    return {
      status: 'unexpected',
      expected: countText(header.documents),
      found: countText(documents.length),
    };
  }
  return { status: 'parsed', documents };
}

/** Writes such a file. Throws RangeError for no document and for one with a form feed or half a surrogate pair in it. */
export function encodeText(documents: readonly string[]): Uint8Array<ArrayBuffer> {
  if (documents.length === 0) throw new RangeError('A file of text holds one document or more');
  for (const [at, document] of documents.entries()) {
    if (document.includes(SEPARATOR)) throw new RangeError(`Document ${at} holds a form feed, which parts documents`);
    if (/\p{Surrogate}/u.test(document)) throw new RangeError(`Document ${at} holds half a surrogate pair`);
  }
  const text = new TextEncoder().encode(documents.join(SEPARATOR));
  const header = new TextEncoder().encode(`${HEADER_START}${documents.length} ${text.length}\n`);
  const bytes = new Uint8Array(header.length + text.length);
  bytes.set(header);
  bytes.set(text, header.length);
  return bytes;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function printable(line: string): string {
  return line.replace(/[^ -~]/g, '?');
}

function countText(documents: number): string {
  return `${documents.toLocaleString('en-US')} ${documents === 1 ? 'document' : 'documents'}`;
}
