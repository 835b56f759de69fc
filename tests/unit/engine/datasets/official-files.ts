import { gzipSync } from 'node:zlib';
import { encodeIdx } from '../../../../src/engine/datasets/idx.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export const BATCH_RECORDS = 10_000;
export const RECORD_BYTES = 3073;

/** No two neighbours equal, no period that divides 1,024. */
const TEMPLATE = Uint8Array.from({ length: 3072 + 251 }, (_, at) => (at * 97 + (at >> 5) * 31) & 255);

/** One of CIFAR-10's six files, 10,000 records; `salt` makes its bytes differ from those of another. */
export function cifarBatch(salt: number): Bytes {
  const bytes = new Uint8Array(BATCH_RECORDS * RECORD_BYTES);
  for (let record = 0; record < BATCH_RECORDS; record++) {
    const shift = (record + 17 * salt) % 251;
    bytes[record * RECORD_BYTES] = (record + salt) % 10;
    bytes.set(TEMPLATE.subarray(shift, shift + 3072), record * RECORD_BYTES + 1);
  }
  return bytes;
}

/** What `pixel` (y · 32 + x) of record `record` of `bytes` is by the format's definition: red, green, blue. */
export function pixelOf(bytes: Uint8Array, record: number, pixel: number): number[] {
  return [0, 1, 2].map((channel) => bytes[record * RECORD_BYTES + 1 + channel * 1024 + pixel] ?? -1);
}

export interface TarEntry {
  readonly name: string;
  readonly bytes?: Uint8Array;
  /** '0' a file, '5' a folder, 'L' a long name, 'x' pax. */
  readonly type?: string;
}

/**
 * A tar archive, written here by the text of POSIX.1-1988 and of GNU tar, independently of the reader under test.
 * CIFAR-10's archive is a GNU one.
 */
export function tar(entries: readonly TarEntry[], format: 'gnu' | 'ustar' = 'gnu'): Bytes {
  const blocks: Uint8Array[] = [];
  for (const { name, bytes = new Uint8Array(0), type = '0' } of entries) {
    blocks.push(tarHeader(name, bytes.length, type, format), bytes, new Uint8Array(-bytes.length & 511));
  }
  const length = blocks.reduce((sum, block) => sum + block.length, 1024);
  const archive = new Uint8Array(Math.ceil(length / 10_240) * 10_240);
  let offset = 0;
  for (const block of blocks) {
    archive.set(block, offset);
    offset += block.length;
  }
  return archive;
}

function tarHeader(name: string, size: number, type: string, format: 'gnu' | 'ustar'): Uint8Array {
  const header = new Uint8Array(512);
  const write = (offset: number, text: string) => header.set(new TextEncoder().encode(text), offset);
  write(0, name);
  write(100, '0000644\0');
  write(108, '0000765\0');
  write(116, '0000024\0');
  write(124, `${size.toString(8).padStart(11, '0')}\0`);
  write(136, '11172314252\0');
  write(156, type);
  write(257, format === 'gnu' ? 'ustar  \0' : 'ustar\x0000');
  write(148, '        ');
  write(
    148,
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
  );
  return header;
}

export const META = new TextEncoder().encode(
  'airplane\nautomobile\nbird\ncat\ndeer\ndog\nfrog\nhorse\nship\ntruck\n\n',
);

/** Names in the order of the official archive, which is not that of their numbers. */
export const OFFICIAL_ORDER = [
  'data_batch_1',
  'data_batch_3',
  'data_batch_4',
  'test_batch',
  'data_batch_5',
  'data_batch_2',
];

/** cifar-10-binary.tar.gz with those of the six files that are given, in the official layout and order. */
export function cifarTar(batches: ReadonlyMap<string, Uint8Array>): Bytes {
  const folder = 'cifar-10-batches-bin/';
  return tar([
    { name: folder, type: '5' },
    { name: `${folder}batches.meta.txt`, bytes: META },
    ...OFFICIAL_ORDER.flatMap((name) => {
      const bytes = batches.get(name);
      return bytes ? [{ name: `${folder}${name}.bin`, bytes }] : [];
    }),
    { name: `${folder}readme.html`, bytes: new TextEncoder().encode('<META HTTP-EQUIV="REFRESH">') },
  ]);
}

export function quickGzip(bytes: Uint8Array): Bytes {
  return new Uint8Array(gzipSync(bytes, { level: 1 }));
}

export function fileOf(name: string, bytes: Uint8Array<ArrayBuffer> | string): File {
  return new File([bytes], name);
}

/** A file whose stream gives pieces of `chunkBytes`: a browser cuts anywhere. `onChunk` is told before each. */
export function chunkedFile(
  name: string,
  bytes: Bytes,
  chunkBytes: number,
  onChunk: (start: number) => void = () => {},
  onCancel: () => void = () => {},
) {
  const file = fileOf(name, bytes);
  Object.defineProperty(file, 'stream', { value: () => chunkedStream(bytes, chunkBytes, onChunk, onCancel) });
  return file;
}

export function chunkedStream(
  bytes: Bytes,
  chunkBytes: number,
  onChunk: (start: number) => void = () => {},
  onCancel: () => void = () => {},
) {
  let start = 0;
  return new ReadableStream<Bytes>(
    {
      pull(controller) {
        onChunk(start);
        if (start >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(start, start + chunkBytes));
        start += chunkBytes;
      },
      cancel: onCancel,
    },
    { highWaterMark: 0 },
  );
}

/** IDX images of 28 × 28, each filled with its number, and their labels. */
export function idxPair(labels: readonly number[]): { readonly images: Bytes; readonly labels: Bytes } {
  const pixels = Uint8Array.from({ length: labels.length * 784 }, (_, at) => Math.floor(at / 784));
  return {
    images: encodeIdx([labels.length, 28, 28], pixels),
    labels: encodeIdx([labels.length], Uint8Array.from(labels)),
  };
}
