/**
 * The safetensors format: 8 bytes with the header's length (unsigned, little-endian), a header in JSON that says of each
 * tensor its type, shape and place, then the values of all tensors, little-endian, without holes or overlaps.
 * Specification: https://huggingface.co/docs/safetensors, section "Format". PyTorch reads it with `safetensors.torch`.
 */

/** Row-major. */
export type TensorValues = Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

export interface SafeTensor {
  /** Empty for a single number. */
  readonly shape: readonly number[];
  readonly values: TensorValues;
}

export interface Safetensors {
  readonly tensors: ReadonlyMap<string, SafeTensor>;
  readonly metadata: ReadonlyMap<string, string>;
}

/** Types that are read and written, by their names in the format. */
export const TENSOR_TYPES = ['F32', 'F64', 'I32'] as const;
export type TensorType = (typeof TENSOR_TYPES)[number];

/** Bytes of the header's length. */
export const LENGTH_BYTES = 8;

/** The key of the header that is no tensor. */
export const METADATA_KEY = '__metadata__';

/** A header larger than this is refused: 100,000 tensors take about 10 MB. */
export const MAXIMUM_HEADER_BYTES = 16 * 1024 ** 2;

export function tensorType(values: TensorValues): TensorType {
  if (values instanceof Float32Array) return 'F32';
  return values instanceof Float64Array ? 'F64' : 'I32';
}

export function bytesPerElement(type: TensorType): number {
  return type === 'F64' ? 8 : 4;
}

/** Values of a type in `buffer`, without a copy. Engines with typed arrays of another byte order have no WebGPU. */
export function valuesIn(type: TensorType, buffer: ArrayBuffer, byteOffset: number, length: number): TensorValues {
  switch (type) {
    case 'F32':
      return new Float32Array(buffer, byteOffset, length);
    case 'F64':
      return new Float64Array(buffer, byteOffset, length);
    case 'I32':
      return new Int32Array(buffer, byteOffset, length);
    default:
      return type satisfies never;
  }
}

/** Number of elements; `undefined` where it, or a product on the way to it, is no exact whole number. */
export function elementCount(shape: readonly number[]): number | undefined {
  let count = 1;
  for (const length of shape) {
    count *= length;
    if (!Number.isSafeInteger(count) || length < 0) return undefined;
  }
  return count;
}

/** The bytes behind a typed array, without a copy. */
export function bytesOf(values: TensorValues): Uint8Array<ArrayBuffer> {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
