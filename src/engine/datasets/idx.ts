/**
 * IDX, the file format of MNIST and its successors, big-endian:
 *
 *     0x00 0x00  element type (1 byte)  rank (1 byte)  one uint32 per dimension  elements, last dimension fastest
 *
 * Only unsigned bytes (element type 0x08) are read: every data set of this family uses them.
 * Source: "THE IDX FILE FORMAT" on the MNIST page of Yann LeCun.
 */
const UNSIGNED_BYTE = 0x08;
const FIXED_HEADER_BYTES = 4;
const BYTES_PER_DIMENSION = 4;

export interface IdxArray {
  readonly shape: readonly number[];
  /** The elements, row-major: a view of the parsed bytes, not a copy. */
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Shape a caller asks for; `null` accepts any extent in that dimension. */
export type ExpectedShape = readonly (number | null)[];

/** Why bytes are not the IDX file that was asked for: what was expected, what was found. */
export type IdxProblem =
  | { readonly status: 'not-idx'; readonly expected: string; readonly found: string }
  | { readonly status: 'truncated'; readonly expectedBytes: number; readonly foundBytes: number }
  | { readonly status: 'trailing-bytes'; readonly expectedBytes: number; readonly foundBytes: number }
  | { readonly status: 'wrong-dimensions'; readonly expected: ExpectedShape; readonly found: readonly number[] };

export type IdxHeader =
  | {
      readonly status: 'header';
      readonly shape: readonly number[];
      readonly headerBytes: number;
      /** Bytes of the whole file that this header announces, header included. */
      readonly totalBytes: number;
    }
  /** The bytes so far are the start of a header; at least `neededBytes` are needed to read on. */
  | { readonly status: 'incomplete'; readonly neededBytes: number }
  | Extract<IdxProblem, { status: 'not-idx' }>;

export type IdxResult = { readonly status: 'parsed'; readonly array: IdxArray } | IdxProblem;

/** Reads the header at the start of `bytes`, which may still be growing: four bytes decide whether this is IDX at all. */
export function readIdxHeader(bytes: Uint8Array): IdxHeader {
  const [zero0 = 0, zero1 = 0, elementType = UNSIGNED_BYTE, rank = 1] = bytes;
  const isIdx = zero0 === 0 && zero1 === 0 && elementType === UNSIGNED_BYTE && rank > 0;
  if (!isIdx) {
    return { status: 'not-idx', expected: 'bytes 00 00 08 and a rank of at least 1', found: describeStart(bytes) };
  }
  if (bytes.length < FIXED_HEADER_BYTES) return { status: 'incomplete', neededBytes: FIXED_HEADER_BYTES };
  const headerBytes = FIXED_HEADER_BYTES + rank * BYTES_PER_DIMENSION;
  if (bytes.length < headerBytes) return { status: 'incomplete', neededBytes: headerBytes };

  const view = new DataView(bytes.buffer, bytes.byteOffset, headerBytes);
  const shape = Array.from({ length: rank }, (_, axis) =>
    view.getUint32(FIXED_HEADER_BYTES + axis * BYTES_PER_DIMENSION),
  );
  return { status: 'header', shape, headerBytes, totalBytes: headerBytes + elementCount(shape) };
}

/**
 * Parses a whole, decompressed IDX file and checks its shape.
 * A problem is a value: nothing is thrown, and no partial array is returned.
 */
export function parseIdx(bytes: Uint8Array<ArrayBuffer>, expectedShape: ExpectedShape): IdxResult {
  const header = readIdxHeader(bytes);
  if (header.status === 'not-idx') return header;
  if (header.status === 'incomplete') {
    return { status: 'truncated', expectedBytes: header.neededBytes, foundBytes: bytes.length };
  }
  const { shape, headerBytes, totalBytes } = header;
  if (!matchesShape(shape, expectedShape)) {
    return { status: 'wrong-dimensions', expected: expectedShape, found: shape };
  }
  if (bytes.length < totalBytes) {
    return { status: 'truncated', expectedBytes: totalBytes, foundBytes: bytes.length };
  }
  if (bytes.length > totalBytes) {
    return { status: 'trailing-bytes', expectedBytes: totalBytes, foundBytes: bytes.length };
  }
  return { status: 'parsed', array: { shape, data: bytes.subarray(headerBytes) } };
}

/** Writes an IDX file of unsigned bytes. Throws RangeError when `data` has not exactly the elements of `shape`. */
export function encodeIdx(shape: readonly number[], data: Uint8Array): Uint8Array<ArrayBuffer> {
  if (shape.length < 1 || shape.length > 255)
    throw new RangeError(`IDX holds 1 to 255 dimensions, not ${shape.length}`);
  if (data.length !== elementCount(shape)) {
    throw new RangeError(`Shape ${shape.join(' × ')} has ${elementCount(shape)} elements, the data ${data.length}`);
  }
  const headerBytes = FIXED_HEADER_BYTES + shape.length * BYTES_PER_DIMENSION;
  const bytes = new Uint8Array(headerBytes + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(2, UNSIGNED_BYTE);
  view.setUint8(3, shape.length);
  shape.forEach((extent, axis) => {
    view.setUint32(FIXED_HEADER_BYTES + axis * BYTES_PER_DIMENSION, extent);
  });
  bytes.set(data, headerBytes);
  return bytes;
}

function elementCount(shape: readonly number[]): number {
  return shape.reduce((product, extent) => product * extent, 1);
}

function matchesShape(shape: readonly number[], expected: ExpectedShape): boolean {
  return (
    shape.length === expected.length && expected.every((extent, axis) => extent === null || extent === shape[axis])
  );
}

function describeStart(bytes: Uint8Array): string {
  const start = Array.from(bytes.subarray(0, FIXED_HEADER_BYTES), (byte) => byte.toString(16).padStart(2, '0'));
  return `bytes ${start.join(' ')}`;
}
