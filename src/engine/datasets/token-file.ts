/**
 * Documents as token ids, each with a class, in one file; all numbers little-endian:
 *
 *     byte 0    "MBTOKENS"                    8 bytes of ASCII
 *     byte 8    version, 1                    uint32
 *     byte 12   documents N                   uint32
 *     byte 16   tokens of all documents T     uint32
 *     byte 20   vocabulary: ids are below it  uint32, at most 65,536
 *     byte 24   classes: labels are below it  uint32, at most 256
 *     byte 28   offsets                       N + 1 × uint32, from 0 to T: document d is ids offsets[d] … offsets[d + 1] − 1
 *               ids                           T × uint16
 *               labels                        N × uint8
 *
 * Padding is not stored. Whoever reads the file adds it, with an id of its own.
 */
import type { FileProblem } from './data-failure.ts';

const MAGIC = 'MBTOKENS';
const VERSION = 1;
const HEADER_BYTES = 28;

export interface TokenDocuments {
  readonly vocabulary: number;
  readonly classes: number;
  /** [documents + 1] */
  readonly offsets: Uint32Array<ArrayBuffer>;
  /** [tokens] */
  readonly ids: Uint16Array<ArrayBuffer>;
  /** [documents] */
  readonly labels: Uint8Array<ArrayBuffer>;
}

export type TokenFileHeader =
  | {
      readonly status: 'header';
      readonly documents: number;
      readonly tokens: number;
      readonly vocabulary: number;
      readonly classes: number;
      /** Bytes of the whole file that this header announces, header included. */
      readonly totalBytes: number;
    }
  /** The bytes so far are the start of a header; at least `neededBytes` are needed to read on. */
  | { readonly status: 'incomplete'; readonly neededBytes: number }
  | Extract<FileProblem, { status: 'unexpected' }>;

export type TokenFileResult = { readonly status: 'parsed'; readonly documents: TokenDocuments } | FileProblem;

/** Reads the header at the start of `bytes`, which may still be growing: one wrong byte of the magic decides. */
export function readTokenHeader(bytes: Uint8Array): TokenFileHeader {
  const start = bytes.subarray(0, MAGIC.length);
  if (start.some((byte, at) => byte !== MAGIC.charCodeAt(at))) {
    return unexpected(`a file of token ids, which starts with ${MAGIC}`, describeStart(start));
  }
  if (bytes.length < HEADER_BYTES) return { status: 'incomplete', neededBytes: HEADER_BYTES };

  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  const field = (byteOffset: number) => view.getUint32(byteOffset, true);
  const version = field(8);
  if (version !== VERSION) return unexpected(`version ${VERSION} of the format`, `version ${version}`);
  const [documents, tokens, vocabulary, classes] = [field(12), field(16), field(20), field(24)];
  if (vocabulary < 1 || vocabulary > 65_536)
    return unexpected('a vocabulary of 1 to 65,536 ids', `one of ${count(vocabulary)}`);
  if (classes < 1 || classes > 256) return unexpected('1 to 256 classes', count(classes));
  return { status: 'header', documents, tokens, vocabulary, classes, totalBytes: fileBytes(documents, tokens) };
}

/**
 * Parses a whole, decompressed file. A problem is a value: nothing is thrown, and nothing half-read is returned.
 *
 * @param expected what the file must hold, from who asks for it
 */
export function parseTokenFile(
  bytes: Uint8Array,
  expected: { readonly vocabulary: number; readonly classes: number },
): TokenFileResult {
  const header = readTokenHeader(bytes);
  if (header.status === 'unexpected') return header;
  const foundBytes = bytes.length;
  if (header.status === 'incomplete') return { status: 'truncated', expectedBytes: header.neededBytes, foundBytes };
  const { documents, tokens, vocabulary, classes, totalBytes } = header;
  if (vocabulary !== expected.vocabulary || classes !== expected.classes) {
    return unexpected(vocabularyText(expected), vocabularyText(header));
  }
  if (foundBytes < totalBytes) return { status: 'truncated', expectedBytes: totalBytes, foundBytes };
  if (foundBytes > totalBytes) return { status: 'trailing-bytes', expectedBytes: totalBytes, foundBytes };

  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const idsStart = HEADER_BYTES + 4 * (documents + 1);
  const offsets = Uint32Array.from({ length: documents + 1 }, (_, at) => view.getUint32(HEADER_BYTES + 4 * at, true));
  const ids = new Uint16Array(tokens);
  for (let at = 0; at < tokens; at++) ids[at] = view.getUint16(idsStart + 2 * at, true);
  const labels = bytes.slice(idsStart + 2 * tokens);
  const parsed = { vocabulary, classes, offsets, ids, labels };
  return problemOf(parsed) ?? { status: 'parsed', documents: parsed };
}

/** Writes such a file. Throws RangeError when the documents contradict themselves. */
export function encodeTokenFile(documents: TokenDocuments): Uint8Array<ArrayBuffer> {
  const { vocabulary, classes, offsets, ids, labels } = documents;
  if (offsets.length !== labels.length + 1) {
    throw new RangeError(`${labels.length} documents have ${labels.length + 1} offsets, not ${offsets.length}`);
  }
  const bytes = new Uint8Array(fileBytes(labels.length, ids.length));
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < MAGIC.length; at++) bytes[at] = MAGIC.charCodeAt(at);
  [VERSION, labels.length, ids.length, vocabulary, classes].forEach((value, at) => {
    view.setUint32(MAGIC.length + 4 * at, value, true);
  });
  offsets.forEach((offset, at) => {
    view.setUint32(HEADER_BYTES + 4 * at, offset, true);
  });
  const idsStart = HEADER_BYTES + 4 * offsets.length;
  ids.forEach((id, at) => {
    view.setUint16(idsStart + 2 * at, id, true);
  });
  bytes.set(labels, idsStart + 2 * ids.length);
  const header = readTokenHeader(bytes);
  const problem = header.status === 'header' ? problemOf(documents) : header;
  if (problem?.status === 'unexpected') throw new RangeError(`expected ${problem.expected}, found ${problem.found}`);
  return bytes;
}

function problemOf({ vocabulary, classes, offsets, ids, labels }: TokenDocuments) {
  const falling = offsets.findIndex((offset, at) => offset < (at === 0 ? 0 : (offsets[at - 1] ?? 0)));
  if (falling >= 0) return unexpected('offsets that never fall', `a smaller one at position ${count(falling)}`);
  const [first = 0] = offsets;
  const last = offsets[offsets.length - 1] ?? 0;
  if (first !== 0 || last !== ids.length) {
    return unexpected(`offsets from 0 to ${count(ids.length)}`, `offsets from ${count(first)} to ${count(last)}`);
  }
  const id = ids.findIndex((value) => value >= vocabulary);
  if (id >= 0) return unexpected(`ids below ${count(vocabulary)}`, `${count(ids[id] ?? 0)} as token ${count(id)}`);
  const label = labels.findIndex((value) => value >= classes);
  if (label >= 0)
    return unexpected(`labels below ${classes}`, `${labels[label]} as the label of document ${count(label)}`);
  return undefined;
}

function fileBytes(documents: number, tokens: number): number {
  return HEADER_BYTES + 4 * (documents + 1) + 2 * tokens + documents;
}

function unexpected(expected: string, found: string) {
  return { status: 'unexpected', expected, found } as const;
}

function vocabularyText({ vocabulary, classes }: { readonly vocabulary: number; readonly classes: number }): string {
  return `a vocabulary of ${count(vocabulary)} and ${count(classes)} classes`;
}

function describeStart(start: Uint8Array): string {
  return `bytes ${Array.from(start, (byte) => byte.toString(16).padStart(2, '0')).join(' ')}`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
