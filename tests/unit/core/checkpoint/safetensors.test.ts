import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSafetensors, type SafetensorsProblemCode } from '../../../../src/core/checkpoint/decode-safetensors.ts';
import { encodeSafetensors } from '../../../../src/core/checkpoint/encode-safetensors.ts';
import { bytesOf, type SafeTensor, type Safetensors } from '../../../../src/core/checkpoint/safetensors.ts';

/** The content that scripts/golden/safetensors_file.py writes. */
const SMALL: Safetensors = {
  metadata: new Map([
    ['format', 'pt'],
    ['greeting', 'hej världen ✓'],
  ]),
  tensors: new Map<string, SafeTensor>([
    ['dense/kernel', { shape: [2, 3], values: Float32Array.of(0, -0.5, 0.25, 1.5, -2, 3.4028234663852886e38) }],
    ['dense/bias', { shape: [0], values: new Float32Array() }],
    ['update-state', { shape: [4], values: Int32Array.of(7, -1, 2147483647, -2147483648) }],
    ['temperature', { shape: [], values: Float32Array.of(Number.POSITIVE_INFINITY) }],
    ['history/loss', { shape: [3], values: Float64Array.of(2.345678901234568, 0.1, -1e300) }],
  ]),
};

function fixture(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(readFileSync(new URL('../../../fixtures/safetensors/small.safetensors', import.meta.url)));
}

/** A file with this header, whatever it says, and `dataBytes` zeros behind it. */
function fileOf(header: string, dataBytes = 0, length = BigInt(new TextEncoder().encode(header).length)) {
  const text = new TextEncoder().encode(header);
  const bytes = new Uint8Array(8 + text.length + dataBytes);
  new DataView(bytes.buffer).setBigUint64(0, length, true);
  bytes.set(text, 8);
  return bytes;
}

function problemOf(bytes: Uint8Array<ArrayBuffer>): SafetensorsProblemCode | 'read' {
  const decoded = decodeSafetensors(bytes);
  return decoded.type === 'read' ? 'read' : decoded.problem.code;
}

/** Bits, so that NaN equals NaN and −0 is not 0. */
function bitsOf({ tensors, metadata }: Safetensors) {
  const described = [...tensors].map(([name, { shape, values }]) => ({
    ...{ name, shape: [...shape], type: values.constructor.name },
    bits: Buffer.from(bytesOf(values)).toString('hex'),
  }));
  return { tensors: described.sort((a, b) => (a.name < b.name ? -1 : 1)), metadata: [...metadata].sort() };
}

function contentOf(bytes: Uint8Array<ArrayBuffer>) {
  const decoded = decodeSafetensors(bytes);
  if (decoded.type === 'problem') throw new Error(decoded.problem.detail);
  return bitsOf(decoded.content);
}

const shapes = fc.array(fc.nat(3), { maxLength: 3 });
const tensors = fc
  .tuple(shapes, fc.constantFrom(Float32Array, Float64Array, Int32Array), fc.infiniteStream(fc.nat(255)))
  .map(([shape, Values, random]): SafeTensor => {
    const length = shape.reduce((product, extent) => product * extent, 1);
    const bytes = Uint8Array.from(random.take(length * Values.BYTES_PER_ELEMENT));
    return { shape, values: new Values(bytes.buffer) };
  });
const names = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'constructor', '1', '0', 'a"\\'));
const contents = fc
  .tuple(
    fc.uniqueArray(fc.tuple(names, tensors), { selector: ([name]) => name, maxLength: 6 }),
    fc.array(fc.tuple(names, fc.string({ unit: 'binary' })), { maxLength: 4 }),
  )
  .map(([entries, metadata]): Safetensors => ({ tensors: new Map(entries), metadata: new Map(metadata) }));

describe('safetensors', () => {
  it('reads what was written, every bit, names and metadata of any characters', () => {
    fc.assert(
      fc.property(contents, (content) => {
        expect(contentOf(encodeSafetensors(content))).toEqual(bitsOf(content));
      }),
    );
  });

  it('writes to the byte what a writer in Python makes of the same content, and reads that', () => {
    expect(Buffer.from(encodeSafetensors(SMALL)).equals(fixture())).toBe(true);
    expect(contentOf(fixture())).toEqual(bitsOf(SMALL));
  });

  it('writes the bytes of the specification', () => {
    const bytes = encodeSafetensors({
      tensors: new Map([['w', { shape: [1], values: Float32Array.of(1) }]]),
      metadata: new Map(),
    });
    const header = '{"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}';
    // 54 characters and two spaces; 1 is 0x3f800000.
    const expected = [56, 0, 0, 0, 0, 0, 0, 0, ...Buffer.from(`${header}  `), 0x00, 0x00, 0x80, 0x3f];
    expect([...bytes]).toEqual(expected);
  });

  it('views the bytes where tensors are aligned and copies where they are not', () => {
    const bytes = encodeSafetensors(SMALL);
    const aligned = decodeSafetensors(bytes);
    const shifted = new Uint8Array(bytes.length + 1).subarray(1);
    shifted.set(bytes);
    const copied = decodeSafetensors(shifted);
    if (aligned.type === 'problem' || copied.type === 'problem') throw new Error('not read');
    expect(aligned.content.tensors.get('history/loss')?.values.buffer).toBe(bytes.buffer);
    expect(copied.content.tensors.get('history/loss')?.values.buffer).not.toBe(shifted.buffer);
    expect(bitsOf(copied.content)).toEqual(bitsOf(SMALL));
  });

  it('does not write what it could not read', () => {
    const tensor = { shape: [2], values: Float32Array.of(1) };
    const metadata = new Map<string, string>();
    expect(() => encodeSafetensors({ tensors: new Map([['w', tensor]]), metadata })).toThrow('w [2] has 1 values');
    const reserved = new Map([['__metadata__', { ...tensor, shape: [1] }]]);
    expect(() => encodeSafetensors({ tensors: reserved, metadata })).toThrow(RangeError);
  });
});

describe('safetensors from anywhere', () => {
  const tensor = (fields: string) => `{"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8],${fields}}}`;
  const entry = (shape: string, offsets: string, dtype = 'F32') =>
    `{"dtype":"${dtype}","shape":${shape},"data_offsets":${offsets}}`;

  it.each<[string, SafetensorsProblemCode, Uint8Array<ArrayBuffer>]>([
    ['an empty file', 'truncated', new Uint8Array()],
    ['seven bytes', 'truncated', new Uint8Array(7)],
    ['a length of 2⁶⁴ − 1', 'header-too-large', fileOf('{}', 0, 2n ** 64n - 1n)],
    ['a header longer than the file', 'truncated', fileOf('{}', 0, 3n)],
    ['a header of no bytes', 'header-not-json', fileOf('{}', 0, 0n)],
    ['a web page', 'header-not-json', Uint8Array.from(Buffer.from('<!doctype html><title>404</title>'))],
    ['broken JSON', 'header-not-json', fileOf('{"w":')],
    ['a byte-order mark', 'header-not-json', fileOf('\ufeff{}')],
    ['bytes that are no UTF-8', 'header-not-json', fileOf('{"?":1}').map((byte) => (byte === 0x3f ? 0xff : byte))],
    ['a deep nest', 'bad-tensor', fileOf(`{"w":${'['.repeat(5000)}${']'.repeat(5000)}}`)],
    [
      'a tensor named twice',
      'duplicate-name',
      fileOf(`{"w":${entry('[1]', '[0,4]')},"w":${entry('[1]', '[0,4]')}}`, 4),
    ],
    ['a shape named twice', 'duplicate-name', fileOf(tensor('"shape":[2]'), 8)],
    ['metadata of numbers', 'bad-metadata', fileOf('{"__metadata__":{"epoch":3}}')],
    ['metadata that are a list', 'bad-metadata', fileOf('{"__metadata__":["a"]}')],
    ['metadata that are null', 'bad-metadata', fileOf('{"__metadata__":null}')],
    ['a tensor that is null', 'bad-tensor', fileOf('{"w":null}')],
    ['a negative length', 'bad-tensor', fileOf(`{"w":${entry('[-1,-2]', '[0,8]')}}`, 8)],
    ['half a length', 'bad-tensor', fileOf(`{"w":${entry('[0.5,2]', '[0,4]')}}`, 4)],
    ['a length of NaN', 'header-not-json', fileOf(`{"w":${entry('[NaN]', '[0,4]')}}`, 4)],
    ['a length of null', 'bad-tensor', fileOf(`{"w":${entry('[null]', '[0,4]')}}`, 4)],
    ['an infinite length', 'bad-tensor', fileOf(`{"w":${entry('[1e999]', '[0,4]')}}`, 4)],
    ['a product beyond 2⁵³', 'bad-tensor', fileOf(`{"w":${entry('[9007199254740991,9007199254740991,0]', '[0,0]')}}`)],
    ['a huge shape with few bytes', 'bad-tensor', fileOf(`{"w":${entry('[1000000000]', '[0,4]')}}`, 4)],
    [
      'a huge shape with as many bytes named',
      'truncated',
      fileOf(`{"w":${entry('[1000000000]', '[0,4000000000]')}}`, 4),
    ],
    ['an end before the beginning', 'bad-tensor', fileOf(`{"w":${entry('[1]', '[4,0]')}}`, 4)],
    ['three offsets', 'bad-tensor', fileOf(`{"w":${entry('[1]', '[0,4,8]')}}`, 4)],
    ['bytes that are no whole elements', 'bad-tensor', fileOf(`{"w":${entry('[1]', '[0,3]')}}`, 3)],
    ['a type of another size', 'unsupported-type', fileOf(`{"w":${entry('[2]', '[0,4]', 'BF16')}}`, 4)],
    ['a type of an object', 'unsupported-type', fileOf(`{"w":${entry('[1]', '[0,4]', 'constructor')}}`, 4)],
    ['an overlap', 'overlap-or-hole', fileOf(`{"a":${entry('[2]', '[0,8]')},"b":${entry('[2]', '[4,12]')}}`, 12)],
    [
      'two tensors in one place',
      'overlap-or-hole',
      fileOf(`{"a":${entry('[1]', '[0,4]')},"b":${entry('[1]', '[0,4]')}}`, 4),
    ],
    ['a hole', 'overlap-or-hole', fileOf(`{"a":${entry('[1]', '[0,4]')},"b":${entry('[1]', '[8,12]')}}`, 12)],
    ['a hole at the beginning', 'overlap-or-hole', fileOf(`{"a":${entry('[1]', '[4,8]')}}`, 8)],
    ['missing data', 'truncated', fileOf(`{"a":${entry('[2]', '[0,8]')}}`, 7)],
    ['bytes behind the data', 'trailing-bytes', fileOf(`{"a":${entry('[2]', '[0,8]')}}`, 9)],
  ])('%s is a problem: %s', (_, code, bytes) => {
    expect(problemOf(bytes)).toBe(code);
  });

  it('cut off anywhere, it is truncated', () => {
    const bytes = encodeSafetensors(SMALL);
    for (let length = 0; length < bytes.length; length++) expect(problemOf(bytes.slice(0, length))).toBe('truncated');
  });

  it('takes a header padded with spaces, tensors in any order, and unknown fields, as other readers do', () => {
    const header = `{"b":${entry('[1]', '[4,8]')}, "a" : {"dtype":"I32","shape":[1],"data_offsets":[0,4],"note":"x"}}   `;
    expect(problemOf(fileOf(header, 8))).toBe('read');
    expect(problemOf(fileOf('{}'))).toBe('read');
  });

  it('answers any bytes, any JSON and any damage with a result, and a short detail', () => {
    const damaged = fc
      .tuple(fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 5 }), fc.nat())
      .map(([changes, length]) => {
        const bytes = encodeSafetensors(SMALL);
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        return length % 3 === 0 ? bytes.slice(0, length % bytes.length) : bytes;
      });
    const entries = fc.record(
      {
        dtype: fc.oneof(fc.constantFrom('F32', 'I32', 'F16'), fc.jsonValue({ maxDepth: 1 })),
        shape: fc.oneof(fc.array(fc.oneof(fc.nat(4), fc.double())), fc.jsonValue({ maxDepth: 1 })),
        data_offsets: fc.oneof(fc.tuple(fc.nat(20), fc.nat(20)), fc.jsonValue({ maxDepth: 1 })),
      },
      { requiredKeys: [] },
    );
    const header = fc.dictionary(fc.string(), fc.oneof(entries, fc.jsonValue({ maxDepth: 1 })), { maxKeys: 4 });
    const made = fc.tuple(header, fc.nat(24)).map(([object, data]) => fileOf(JSON.stringify(object), data));
    const random = fc.uint8Array({ maxLength: 64 }).map((bytes) => Uint8Array.from(bytes));
    fc.assert(
      fc.property(fc.oneof(damaged, made, random), (bytes) => {
        const decoded = decodeSafetensors(bytes);
        if (decoded.type === 'problem') expect(decoded.problem.detail.length).toBeLessThan(200);
        else expect(decoded.content.tensors).toBeInstanceOf(Map);
      }),
      { numRuns: 1000 },
    );
  });
});
