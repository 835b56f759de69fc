import {
  bytesOf,
  bytesPerElement,
  elementCount,
  LENGTH_BYTES,
  MAXIMUM_HEADER_BYTES,
  METADATA_KEY,
  type SafeTensor,
  type Safetensors,
  tensorType,
} from './safetensors.ts';

/**
 * Writes tensors as one safetensors file. Types with larger elements come first and the data begin at a multiple of
 * 8 bytes, so that every tensor lies where a typed array can view it. The same content always makes the same bytes.
 *
 * @throws RangeError where a shape and its values disagree, where a tensor has the reserved name `__metadata__`, or where
 *   the header would be larger than `MAXIMUM_HEADER_BYTES`.
 */
export function encodeSafetensors({ tensors, metadata }: Safetensors): Uint8Array<ArrayBuffer> {
  const elementBytes = ({ values }: SafeTensor) => bytesPerElement(tensorType(values));
  const laidOut = [...tensors].sort(([, a], [, b]) => elementBytes(b) - elementBytes(a));
  let dataBytes = 0;
  const entries: string[] = [];
  if (metadata.size > 0) entries.push(entryOf(METADATA_KEY, objectOf([...metadata])));
  for (const [name, { shape, values }] of laidOut) {
    if (name === METADATA_KEY) throw new RangeError(`${METADATA_KEY} is no name for a tensor.`);
    if (elementCount(shape) !== values.length) {
      throw new RangeError(`${name} [${shape.join(', ')}] has ${values.length} values.`);
    }
    const end = dataBytes + values.byteLength;
    const described = { dtype: tensorType(values), shape, data_offsets: [dataBytes, end] };
    entries.push(entryOf(name, JSON.stringify(described)));
    dataBytes = end;
  }
  const header = new TextEncoder().encode(`{${entries.join(',')}}`);
  const headerBytes = Math.ceil(header.length / LENGTH_BYTES) * LENGTH_BYTES;
  if (headerBytes > MAXIMUM_HEADER_BYTES) throw new RangeError(`A header of ${headerBytes} bytes is too large.`);

  const bytes = new Uint8Array(LENGTH_BYTES + headerBytes + dataBytes);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(headerBytes), true);
  bytes.set(header, LENGTH_BYTES);
  bytes.fill(0x20, LENGTH_BYTES + header.length, LENGTH_BYTES + headerBytes);
  let offset = LENGTH_BYTES + headerBytes;
  for (const [, { values }] of laidOut) {
    bytes.set(bytesOf(values), offset);
    offset += values.byteLength;
  }
  return bytes;
}

/** Written by hand, since an object would put names like "1" before all others. */
function entryOf(name: string, json: string): string {
  return `${JSON.stringify(name)}:${json}`;
}

function objectOf(entries: readonly (readonly [string, string])[]): string {
  return `{${entries.map(([key, value]) => entryOf(key, JSON.stringify(value))).join(',')}}`;
}
