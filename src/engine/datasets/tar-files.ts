/**
 * Tar archives, POSIX ustar with pax and GNU: blocks of 512 bytes, a header before the contents of each entry, two blocks of
 * zeros at the end. Sources: POSIX.1-2001 "ustar Interchange Format", GNU tar manual "Basic Tar Format".
 *
 * Read here, not by a library: those on web streams (modern-tar, @remix-run/tar-parser) give each file as a stream inside the
 * stream, which either deadlocks when both wait for room or holds what nobody reads; tar-stream needs Node's streams. Here
 * one reader pulls, and nothing is held but the chunk it is at.
 */
import { streamChunks } from './stream-chunks.ts';

/** One entry of an archive. Folders and links have no bytes. */
export interface TarFile {
  /** Path in the archive, with slashes. */
  readonly name: string;
  readonly byteLength: number;
  /** The contents, once; read them, or leave them alone, before asking for the next entry. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** The archive is damaged or ends early. */
export class TarError extends Error {
  /** True for an early end, false for a block that is no header. */
  readonly isCutShort: boolean;
  constructor(isCutShort: boolean) {
    super(isCutShort ? 'the tar archive ends early' : 'the tar archive is damaged');
    this.name = 'TarError';
    this.isCutShort = isCutShort;
  }
}

const BLOCK_BYTES = 512;
/** Position and text of the magic that POSIX and GNU archives share; the byte behind it is 0 in POSIX's. */
const MAGIC_OFFSET = 257;
const MAGIC = 'ustar';
/** Of a long name or of pax attributes: far more than any path has. */
const MAX_ATTRIBUTE_BYTES = 1024 ** 2;

/** True when `start`, the first 512 bytes of a file, is the header of a POSIX or GNU tar archive. */
export function isTarStart(start: Uint8Array): boolean {
  return start.length >= BLOCK_BYTES && text(start, MAGIC_OFFSET, MAGIC.length) === MAGIC;
}

/**
 * The entries of a tar archive in their order, while it is still being read: one chunk is held, never a whole file.
 * The checksums of headers are checked, and that the archive has its end mark; what follows that is read and dropped, so
 * that a checksum of the whole stream is met.
 *
 * An error of `archive` is thrown as it is, a TarError where the bytes are no whole archive: between entries and while the
 * contents of one are read. Leaving the loop early cancels the archive.
 */
export async function* tarFiles(archive: ReadableStream<Uint8Array<ArrayBufferLike>>): AsyncGenerator<TarFile, void> {
  const source = new ByteSource(streamChunks(archive));
  try {
    let attributes: Attributes = {};
    for (;;) {
      const block = await source.exactly(BLOCK_BYTES);
      if (isZero(block)) break;
      const header = parseHeader(block);
      if (header.type === 'L' || header.type === 'x') {
        if (header.byteLength > MAX_ATTRIBUTE_BYTES) throw new TarError(false);
        const bytes = await source.exactly(header.byteLength);
        attributes = header.type === 'L' ? { name: text(bytes, 0, bytes.length) } : parsePax(bytes);
        await source.exactly(paddingOf(header.byteLength));
        continue;
      }
      const entry = new EntryBytes(source, attributes.byteLength ?? header.byteLength);
      const { byteLength } = entry;
      yield {
        name: attributes.name ?? header.name,
        byteLength,
        chunks: { [Symbol.asyncIterator]: () => entry.read() },
      };
      attributes = {};
      while ((await entry.next()) !== undefined);
      await source.exactly(paddingOf(byteLength));
    }
    if (!isZero(await source.exactly(BLOCK_BYTES))) throw new TarError(false);
    while ((await source.atMost(BLOCK_BYTES)) !== undefined);
  } finally {
    await source.close();
  }
}

/** The contents of one entry. */
class EntryBytes {
  readonly byteLength: number;
  readonly #source: ByteSource;
  #remaining: number;

  constructor(source: ByteSource, byteLength: number) {
    this.#source = source;
    this.byteLength = byteLength;
    this.#remaining = byteLength;
  }

  async next(): Promise<Uint8Array | undefined> {
    if (this.#remaining === 0) return undefined;
    const part = await this.#source.atMost(this.#remaining);
    if (part === undefined) throw new TarError(true);
    this.#remaining -= part.length;
    return part;
  }

  async *read(): AsyncGenerator<Uint8Array, void> {
    for (let part = await this.next(); part !== undefined; part = await this.next()) yield part;
  }
}

/** Bytes of a stream, as many at a time as are wanted. */
class ByteSource {
  readonly #chunks: AsyncGenerator<Uint8Array, void>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(chunks: AsyncGenerator<Uint8Array, void>) {
    this.#chunks = chunks;
  }

  /** 1 to `bytes` bytes, a view; nothing at the end of the stream. */
  async atMost(bytes: number): Promise<Uint8Array | undefined> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) return undefined;
      this.#rest = value;
    }
    const part = this.#rest.subarray(0, bytes);
    this.#rest = this.#rest.subarray(part.length);
    return part;
  }

  /** Throws TarError when the stream ends before. */
  async exactly(bytes: number): Promise<Uint8Array> {
    const whole = new Uint8Array(bytes);
    let length = 0;
    while (length < bytes) {
      const part = await this.atMost(bytes - length);
      if (part === undefined) throw new TarError(true);
      whole.set(part, length);
      length += part.length;
    }
    return whole;
  }

  async close(): Promise<void> {
    await this.#chunks.return();
  }
}

/** What entries of another type say of the next one. */
interface Attributes {
  readonly name?: string;
  readonly byteLength?: number;
}

interface Header {
  readonly name: string;
  readonly byteLength: number;
  readonly type: string;
}

function parseHeader(block: Uint8Array): Header {
  const checksum = block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (numberAt(block, 148, 8) !== checksum) throw new TarError(false);
  const type = String.fromCharCode(block[156] ?? 0);
  const isPosix = block[MAGIC_OFFSET + MAGIC.length] === 0;
  const prefix = isTarStart(block) && isPosix ? text(block, 345, 155) : '';
  const name = text(block, 0, 100);
  // Links, devices and folders: their size, where they state one, is of nothing that follows.
  const byteLength = type >= '1' && type <= '6' ? 0 : numberAt(block, 124, 12);
  if (!Number.isSafeInteger(byteLength)) throw new TarError(false);
  return { name: prefix === '' ? name : `${prefix}/${name}`, byteLength, type };
}

/** Octal digits; or, with the first bit set, GNU's big-endian number for what does not fit. NaN for anything else. */
function numberAt(block: Uint8Array, offset: number, length: number): number {
  const field = block.subarray(offset, offset + length);
  const [first = 0] = field;
  if (first & 0x80) return field.reduce((value, byte, at) => value * 256 + (at === 0 ? byte & 0x7f : byte), 0);
  const digits = text(field, 0, length).trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
}

/** Records "length key=value\n", the length in bytes and including itself. */
function parsePax(bytes: Uint8Array): Attributes {
  let attributes: Attributes = {};
  let start = 0;
  while (start < bytes.length) {
    const length = Number.parseInt(text(bytes, start, 20), 10);
    if (!(length > 0)) break;
    const record = text(bytes, start, length - 1);
    const [, key, value = ''] = /^\d+ ([^=]*)=([\s\S]*)$/.exec(record) ?? [];
    if (key === 'path') attributes = { ...attributes, name: value };
    if (key === 'size' && /^\d+$/.test(value)) attributes = { ...attributes, byteLength: Number(value) };
    start += length;
  }
  return attributes;
}

/** UTF-8 to the first zero byte, or to the end of the field. */
function text(bytes: Uint8Array, offset: number, length: number): string {
  const field = bytes.subarray(offset, offset + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
}

function isZero(block: Uint8Array): boolean {
  return block.every((byte) => byte === 0);
}

function paddingOf(byteLength: number): number {
  return (BLOCK_BYTES - (byteLength % BLOCK_BYTES)) % BLOCK_BYTES;
}
