import * as v from 'valibot';
import { duplicateJsonKey } from '../duplicate-json-key.ts';
import { shortened } from '../shortened.ts';
import {
  bytesPerElement,
  elementCount,
  LENGTH_BYTES,
  MAXIMUM_HEADER_BYTES,
  METADATA_KEY,
  type SafeTensor,
  type Safetensors,
  TENSOR_TYPES,
  type TensorType,
  valuesIn,
} from './safetensors.ts';

/** Why a file cannot be read. `truncated` is one that would be whole if it were longer. */
export type SafetensorsProblemCode =
  | 'truncated'
  | 'header-too-large'
  | 'header-not-json'
  | 'duplicate-name'
  | 'bad-metadata'
  | 'bad-tensor'
  | 'unsupported-type'
  | 'overlap-or-hole'
  | 'trailing-bytes';

export interface SafetensorsProblem {
  readonly code: SafetensorsProblemCode;
  /** One sentence with names and numbers, in text of bounded length. */
  readonly detail: string;
}

export type DecodedSafetensors =
  | { readonly type: 'read'; readonly content: Safetensors }
  | { readonly type: 'problem'; readonly problem: SafetensorsProblem };

interface Placed {
  readonly name: string;
  readonly type: TensorType;
  readonly shape: readonly number[];
  /** From the first byte of the data. */
  readonly begin: number;
  readonly end: number;
}

const WHOLE = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const TENSOR_SCHEMA = v.object({
  dtype: v.string(),
  shape: v.array(WHOLE),
  data_offsets: v.strictTuple([WHOLE, WHOLE]),
});
const TYPE_SCHEMA = v.picklist(TENSOR_TYPES);
const OBJECT_SCHEMA = v.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** Never reaches a caller of `decodeSafetensors`. */
class Refusal extends Error {
  readonly code: SafetensorsProblemCode;
  constructor(code: SafetensorsProblemCode, detail: string) {
    super(detail);
    this.code = code;
  }
}

/**
 * Reads a safetensors file that may be anything. Never throws, and takes no more memory than a few times the file:
 * sizes that the header names are compared with the bytes that are there before anything is made of them.
 *
 * Tensors view `bytes` where they are aligned, as everything written by `encodeSafetensors` is; others are copies.
 * Values are not judged: they may be NaN.
 */
export function decodeSafetensors(bytes: Uint8Array<ArrayBuffer>): DecodedSafetensors {
  try {
    const headerBytes = headerLength(bytes);
    const header = parseHeader(bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + headerBytes));
    const data = bytes.subarray(LENGTH_BYTES + headerBytes);
    const { [METADATA_KEY]: metadata = {}, ...tensors } = header;
    const placed = Object.entries(tensors).map(([name, entry]) => placeOf(name, entry));
    requireExactCover(placed, data.length);
    const content = {
      tensors: new Map(placed.map((tensor) => [tensor.name, tensorIn(data, tensor)])),
      metadata: metadataOf(metadata),
    };
    return { type: 'read', content };
  } catch (error) {
    if (error instanceof Refusal) return { type: 'problem', problem: { code: error.code, detail: error.message } };
    throw error;
  }
}

function headerLength(bytes: Uint8Array<ArrayBuffer>): number {
  if (bytes.length < LENGTH_BYTES) throw new Refusal('truncated', `The file has ${bytes.length} bytes.`);
  const length = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  // The first byte of a header tells a file of another format from one with a large header.
  if (bytes.length > LENGTH_BYTES && bytes[LENGTH_BYTES] !== 0x7b) {
    throw new Refusal('header-not-json', 'The header does not begin with “{”.');
  }
  if (length > BigInt(MAXIMUM_HEADER_BYTES)) {
    throw new Refusal('header-too-large', `The header is said to have ${length} bytes.`);
  }
  const present = bytes.length - LENGTH_BYTES;
  if (length > BigInt(present))
    throw new Refusal('truncated', `${present} of ${length} bytes of the header are there.`);
  return Number(length);
}

function parseHeader(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  let json: string;
  let parsed: unknown;
  try {
    json = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    parsed = JSON.parse(json);
  } catch {
    throw new Refusal('header-not-json', 'The header is not JSON.');
  }
  if (!v.is(OBJECT_SCHEMA, parsed)) throw new Refusal('header-not-json', 'The header is no JSON object.');
  const duplicate = duplicateJsonKey(json);
  if (duplicate !== undefined) throw new Refusal('duplicate-name', `${quoted(duplicate)} occurs twice.`);
  return parsed;
}

function metadataOf(metadata: unknown): ReadonlyMap<string, string> {
  if (!v.is(OBJECT_SCHEMA, metadata)) throw new Refusal('bad-metadata', 'The metadata are no JSON object.');
  return new Map(
    Object.entries(metadata).map(([key, value]) => {
      if (typeof value !== 'string') throw new Refusal('bad-metadata', `The value of ${quoted(key)} is no text.`);
      return [key, value];
    }),
  );
}

function placeOf(name: string, entry: unknown): Placed {
  const described = v.safeParse(TENSOR_SCHEMA, entry);
  if (!described.success) {
    throw new Refusal('bad-tensor', `${quoted(name)} has no type, shape and offsets of whole numbers.`);
  }
  const { dtype, shape, data_offsets } = described.output;
  if (!v.is(TYPE_SCHEMA, dtype)) {
    throw new Refusal('unsupported-type', `${quoted(name)} has the type ${quoted(dtype)}.`);
  }
  const [begin, end] = data_offsets;
  const elements = elementCount(shape);
  if (elements === undefined || end - begin !== elements * bytesPerElement(dtype)) {
    throw new Refusal('bad-tensor', `The shape of ${quoted(name)} and its ${end - begin} bytes disagree.`);
  }
  return { name, type: dtype, shape, begin, end };
}

/** Every byte of the data belongs to one tensor. */
function requireExactCover(placed: readonly Placed[], dataBytes: number): void {
  let covered = 0;
  for (const { name, begin, end } of [...placed].sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (begin !== covered) {
      throw new Refusal('overlap-or-hole', `${quoted(name)} begins at byte ${begin}, not at ${covered}.`);
    }
    covered = end;
  }
  if (covered > dataBytes) throw new Refusal('truncated', `${dataBytes} of ${covered} bytes of data are there.`);
  if (covered < dataBytes) throw new Refusal('trailing-bytes', `${dataBytes - covered} bytes belong to no tensor.`);
}

function tensorIn(data: Uint8Array<ArrayBuffer>, { type, shape, begin, end }: Placed): SafeTensor {
  const length = (end - begin) / bytesPerElement(type);
  const byteOffset = data.byteOffset + begin;
  const isAligned = byteOffset % bytesPerElement(type) === 0;
  const values = isAligned
    ? valuesIn(type, data.buffer, byteOffset, length)
    : valuesIn(type, data.slice(begin, end).buffer, 0, length);
  return { shape, values };
}

function quoted(text: string): string {
  return `“${shortened(text)}”`;
}
